'use strict';
// boardgame.io: its socket.io protocol spoken over a raw WebSocket (Engine.IO 4, namespace /bench).

const { connect, handshake, starts, digits } = require('./socket');

const NAMESPACE = '/bench';
const PUSH = Buffer.from(`42${NAMESPACE},["update"`);
const PATCH = Buffer.from(`42${NAMESPACE},["patch"`);
const SYNC = Buffer.from(`42${NAMESPACE},["sync"`);
const CONNECTED = Buffer.from(`40${NAMESPACE},`);
const STATE_ID = Buffer.from('"_stateID":');
const COMMA = 0x2c;
const emit = (...args) => `42${NAMESPACE},${JSON.stringify(args)}`;

exports.open = (port, table, seat) => {
  const ws = connect(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
  return handshake(ws, (data) => {
    if (data[0] === 0x30) ws.send(`40${NAMESPACE},`); // Engine.IO is open: enter the namespace
    else if (starts(data, CONNECTED)) ws.send(emit('sync', table, String(seat), null, 7));
    else return starts(data, SYNC);
    return false;
  });
};

const move = (type, args, table, seat) => emit(
  'update',
  { type: 'MAKE_MOVE', payload: { type, args, playerID: String(seat), credentials: null } },
  0, // the state id: our moves ignore a stale one
  table,
  String(seat),
);

exports.roll = (table, seat) => move('roll', [], table, seat);
exports.choose = (table, seat, card) => move('choose', [card], table, seat);

// ["update", table, {..., "_stateID": N}, log] and ["patch", table, M, N, patch, log]; the state id counts the moves.
exports.number = (data) => {
  if (starts(data, PUSH)) return digits(data, data.indexOf(STATE_ID) + STATE_ID.length);
  if (!starts(data, PATCH)) return null;
  const table = data.indexOf(COMMA, PATCH.length);
  const from = data.indexOf(COMMA, table + 1);
  return digits(data, data.indexOf(COMMA, from + 1) + 1);
};

exports.other = (ws, data) => {
  if (data.length === 1 && data[0] === 0x32) ws.send('3'); // Engine.IO ping
};

exports.check = (data) => {
  if (starts(data, PATCH)) return;
  const [, , { G, _stateID: number }] = JSON.parse(data.subarray(2 + NAMESPACE.length + 1));
  if (G.moves !== number) throw new Error(`the state with the id ${number} counts ${G.moves} moves`);
  if ('deck' in G || 'choices' in G) throw new Error('a secret reached a client');
};
