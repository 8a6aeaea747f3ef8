'use strict';
// This project's own server, as docs/protocol.md describes it: tables are opened and seats taken by HTTP, with cookies,
// then every screen has a WebSocket with JSON.
//
// A table is set up by playing a first round of five 6s with everybody IN, in which the players acquire cards that
// will never work again. In the load only 2s and 5s are rolled: a round is the roll and six guide cards, nobody is
// bound or eliminated, and no market turn comes in between.

const http = require('http');
const { SEATS, GM } = require('../peers/cards');
const { connect, handshake, starts, digits } = require('./socket');
const box = require('../../../rules/chance_it/house_box.json');

const OPTIONS = JSON.stringify({ stars_to_win: 999, hearts: 999, coins: 999 });
const MARKET_DICE = [6, 6, 6, 6, 6];
const DICE = [2, 2, 2, 5, 5];
const HAND = 2; // the house box has 12 cards that never work in the load: about 2 for each
const HARMLESS = new Set(box.cards.filter(({ when }) => ['1', '3', '4', 'chance_it'].includes(when)).map(({ id }) => id));

const VIEW = Buffer.from('{"type":"view","number":');
const REFUSED = Buffer.from('{"type":"refused"');
const CLOSED = Buffer.from('{"type":"closed"');
const isView = (data) => starts(data, VIEW);

const agent = new http.Agent({ keepAlive: true, maxSockets: 32 });
const tables = new Map(); // by the driver's name
let commands = 0;
let token; // against forged forms: a browser has one, and so has this driver

function ask(port, path, cookies, form) {
  return new Promise((resolve, reject) => {
    const body = form ? new URLSearchParams(form).toString() : '';
    const headers = { cookie: cookieHeader(cookies), 'content-length': body.length };
    if (form) headers['content-type'] = 'application/x-www-form-urlencoded';
    const method = form ? 'POST' : 'GET';
    const request = http.request({ host: '127.0.0.1', port, path, method, agent, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => { text += chunk; });
      response.on('end', () => {
        const given = (response.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0].split('='));
        resolve({
          status: response.statusCode, text, location: response.headers.location, cookies: Object.fromEntries(given),
        });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

const cookieHeader = (cookies) => Object.entries(cookies).map((pair) => pair.join('=')).join('; ');

async function post(port, path, form) {
  token ??= (await ask(port, '/', {})).cookies.csrftoken;
  const answer = await ask(port, path, { csrftoken: token }, { csrfmiddlewaretoken: token, ...form });
  if (answer.status !== 302) throw new Error(`POST ${path}: ${answer.status} ${answer.text.slice(0, 2000)}`);
  return answer;
}

exports.open = async (port, name, seat) => {
  const screen = (code, role, cookies) => connect(`ws://127.0.0.1:${port}/ws/${code}/${role}`, {
    cookie: cookieHeader(cookies), origin: `http://127.0.0.1:${port}`,
  });
  if (seat === GM) {
    const { location, cookies } = await post(port, '/open', { game: 'chance_it', options: OPTIONS });
    const code = location.slice(1, 5);
    const ws = screen(code, 'table', cookies);
    const table = { code, number: 0, seats: [], screens: [] };
    tables.set(name, table);
    table.isSetUp = new Promise((resolve, reject) => { Object.assign(table, { resolve, reject }); });
    table.isSetUp.catch(() => {}); // nobody waits for it when the cold start is measured
    setUp(table, ws, GM);
    return handshake(ws, isView);
  }
  const table = tables.get(name);
  const { cookies } = await post(port, `/${table.code}/join`, { name: `Player ${seat}` });
  const ws = screen(table.code, 'phone', cookies);
  setUp(table, ws, seat);
  await table.isSetUp;
  return ws;
};

// Lets a screen do its part until the second round begins; when all 7 are there, so is the table.
function setUp(table, ws, seat) {
  const answer = seat === GM ? gameMasterAnswers : phoneAnswers;
  let answered;
  const screen = handshake(ws, (data) => {
    exports.other(ws, data);
    if (!isView(data)) return false;
    const message = JSON.parse(data);
    const { view, number, own } = message;
    if (view?.round === 2) {
      table.seats[seat] = own.game.seat;
      table.number = number;
      return true;
    }
    const occasion = view?.phase === 'market' ? number : view?.phase ?? message.table.players.length;
    const frame = answered === occasion ? null : answer(message);
    answered = occasion;
    if (frame) ws.send(JSON.stringify({ ...frame, id: newId() }));
    return false;
  });
  table.screens.push(screen);
  screen.catch(table.reject);
  if (table.screens.length === SEATS + 1) Promise.all(table.screens).then(table.resolve, table.reject);
}

const newId = () => `bench-${++commands}`;
const play = (move) => ({ type: 'play', move });

function gameMasterAnswers({ table, view }) {
  if (table.status === 'lobby') return table.players.length === SEATS ? { type: 'manage', do: { do: 'begin' } } : null;
  if (view.phase === 'start') return play({ do: 'start', seat: 0 });
  return view.phase === 'roll' ? play({ do: 'roll', dice: MARKET_DICE }) : null;
}

function phoneAnswers({ view, own: { game } }) {
  if (view?.phase === 'choose') return play({ do: 'choose', seat: game.seat, guide: 'in' });
  if (view?.phase !== 'market' || !game.can.length) return null;
  const wantsMore = view.players[game.seat].cards.length < HAND;
  const buy = game.can.find((move) => wantsMore && move.do === 'buy' && HARMLESS.has(move.card));
  return play(buy ?? game.can.find((move) => move.do === 'discard' && !HARMLESS.has(move.card)) ?? game.can[0]);
}

exports.base = (name) => tables.get(name).number;

exports.roll = () => `{"type":"play","id":"${newId()}","move":{"do":"roll","dice":${JSON.stringify(DICE)}}}`;

// The six cards of a round are three even and three odd ones, so three are IN and three OUT.
exports.choose = (name, seat, card) => {
  const move = `{"do":"choose","seat":${tables.get(name).seats[seat]},"guide":"${card % 2 ? 'out' : 'in'}"}`;
  return `{"type":"play","id":"${newId()}","move":${move}}`;
};

exports.number = (data) => (isView(data) ? digits(data, VIEW.length) : null);

exports.other = (ws, data) => {
  if (starts(data, REFUSED) || starts(data, CLOSED)) throw new Error(`the server answered ${data}`);
};

// A view must tell of every move since the last one, and of no secret: not the order of the pile, not the seed that it
// was drawn from, and not what others have laid before all have.
exports.check = (data, seat, before) => {
  const { number, table, view, events, own: { game } } = JSON.parse(data);
  const told = events.map((entry) => entry.number).join();
  const due = Array.from({ length: number - before }, (_, i) => before + 1 + i).join();
  if (told !== due) throw new Error(`seat ${seat}: the view tells of the moves ${told}, not of ${due}`);
  const leaks = [];
  JSON.parse(data, (key, value) => {
    if (['deck', 'key', 'picks', 'choices'].includes(key) || (key === 'pile' && typeof value !== 'number')) leaks.push(key);
    return value;
  });
  if (table.seed !== null) leaks.push('seed');
  if ((game.seat === null) !== (seat === GM)) leaks.push('the view of somebody else');
  if (view.phase === 'choose') {
    view.players.forEach(({ guide }, other) => {
      if (guide !== null && guide !== 'face_down') leaks.push(`the guide card of seat ${other}`);
    });
    if (seat === GM && game.secret !== null) leaks.push('the secret of somebody');
    if (/"guides?":/.test(JSON.stringify(events))) leaks.push('a guide card in the events');
    const others = game.can.filter((move) => move.seat !== game.seat);
    if (seat !== GM && others.length) leaks.push('the moves of others');
  }
  if (leaks.length) throw new Error(`seat ${seat}: a secret reached a client: ${leaks.join(', ')}`);
};
