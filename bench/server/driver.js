'use strict';
// The load driver: plays tables against one server and prints one JSON line of figures.
// Started by run.js, once per measurement, so that every figure comes from a fresh process.
//
// It never parses a push. The moves of a table are numbered in the order in which they were accepted, and each push tells
// up to which number its socket is now (the adapter reads it out of the frame). A push may bring several moves at once:
// a move has arrived when all 7 sockets of its table have a push with its number or a higher one.

const fs = require('fs');
const { SEATS, GM } = require('./peers/cards');

const SOCKETS = SEATS + 1;
const HERTZ = 100; // unit of the CPU times in /proc
const STUCK_MS = 15000;

const sleep = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });
const now = () => performance.now();

const cpuSeconds = (pid) => {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / HERTZ;
};
const rssKb = (pid) => Number(fs.readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)[1]);

class Table {
  constructor(adapter, id, onMove, onStep) {
    Object.assign(this, { adapter, id, onMove, onStep, sockets: [], phase: 'choose', round: 0, busy: false });
    this.reached = new Array(SEATS).fill(0); // sockets that have the k-th move of this step
  }

  async open(port) {
    const ports = [port].flat();
    const join = async (seat) => {
      this.sockets[seat] = await this.adapter.open(ports[seat % ports.length], this.id, seat);
    };
    await join(GM); // first, so that only one socket can create the table
    await Promise.all(Array.from({ length: SEATS }, (_, seat) => join(seat)));
    await sleep(50); // notices about people joining arrive before we count
    this.last = this.adapter.base?.(this.id) ?? 0; // the number of the newest move that was sent
    this.at = new Array(SOCKETS).fill(this.last); // the number each socket has reached
    this.sockets.forEach((ws, seat) => {
      ws.on('message', (data) => this.receive(ws, seat, data));
      ws.on('close', (code) => fail(`table ${this.id} seat ${seat}: the server closed the socket (${code})`));
      ws.on('error', (error) => fail(error));
    });
  }

  // Sends the next step of the workload: the GM's roll, or the six secret choices at once.
  next(due = now()) {
    this.phase = this.phase === 'choose' ? 'roll' : 'choose';
    this.busy = true;
    this.due = due;
    this.first = this.last + 1;
    this.reached.fill(0);
    if (this.phase === 'roll') {
      this.round++;
      this.last += 1;
      this.sockets[GM].send(this.adapter.roll(this.id, GM));
    } else {
      this.last += SEATS;
      for (let seat = 0; seat < SEATS; seat++) {
        this.sockets[seat].send(this.adapter.choose(this.id, seat, (seat + this.round) % 4));
      }
    }
  }

  receive(ws, seat, data) {
    const number = this.adapter.number(data, this.at[seat]);
    if (number === null) {
      this.adapter.other?.(ws, data);
      return;
    }
    frames++;
    bytes += data.length;
    if (number > this.last) fail(`table ${this.id} seat ${seat}: move ${number} was pushed, but only ${this.last} were sent`);
    this.onPush?.(seat, data, this.at[seat]);
    while (this.at[seat] < number) {
      const move = ++this.at[seat];
      if (++this.reached[move - this.first] < SOCKETS) continue;
      this.onMove(now() - this.due, this.phase);
      if (move < this.last) continue;
      this.busy = false;
      this.onStep(this);
    }
  }

  // How many moves have not reached how many sockets.
  missing() {
    return this.at.reduce((sum, number) => sum + this.last - number, 0);
  }
}

let frames = 0;
let bytes = 0;

function fail(error) {
  process.stdout.write(`${JSON.stringify({ error: String(error?.stack ?? error) })}\n`);
  process.exit(1);
}

// Of several processes each has some of a table's sockets, or, where a proxy chooses by the table, all of some tables.
async function openTables({ adapter, port, byTable }, count, onMove, onStep) {
  const tables = Array.from({ length: count }, (_, i) => new Table(adapter, `t${i}`, onMove, onStep));
  let index = 0;
  const ports = (place) => (byTable ? port[place % port.length] : port);
  const worker = async () => { while (index < count) await tables[index].open(ports(index++)); };
  await Promise.all(Array.from({ length: 8 }, worker));
  return tables;
}

// From the start of the server process to the first socket that holds a state.
async function cold({ adapter, port, pids, startedAt }) {
  for (;;) {
    try {
      const ws = await adapter.open([port].flat()[0], 'cold', GM);
      const coldMs = Date.now() - startedAt;
      ws.terminate();
      return { coldMs };
    } catch (error) {
      if (Date.now() - startedAt > 30000 || !fs.existsSync(`/proc/${pids[0]}/fd/0`)) throw error;
      await sleep(3);
    }
  }
}

// Three rounds at one table, checking that every move is pushed to each socket, once, and without secrets.
async function verify(server) {
  const { adapter } = server;
  let moves = 0;
  let last = 0;
  const [table] = await openTables(server, 1, () => { moves++; }, () => { last = now(); });
  table.onPush = (seat, data, before) => adapter.check?.(data, seat, before);
  for (let step = 0; step < 6; step++) {
    const sent = now();
    table.next();
    while (last < sent) {
      if (now() - sent > STUCK_MS) throw new Error(`only ${moves} moves were pushed to all sockets`);
      await sleep(5);
    }
    await sleep(150); // a push too many would arrive here
  }
  if (moves !== 21 || frames > 21 * SOCKETS) throw new Error(`${moves} moves, ${frames} pushes`);
  return { moves, frames, bytesPerPush: Math.round(bytes / frames) };
}

// Counts between two moments: moves, pushes, and the CPU of the server and of this driver.
function meter(pids, counts) {
  const cpu = () => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  const own = () => { const usage = process.cpuUsage(); return (usage.user + usage.system) / 1e6; };
  const from = { at: now(), moves: counts.moves, frames, bytes, cpu: cpu(), own: own() };
  return () => {
    const seconds = (now() - from.at) / 1000;
    return {
      seconds,
      movesPerS: (counts.moves - from.moves) / seconds,
      pushesPerS: (frames - from.frames) / seconds,
      bytesPerPush: (bytes - from.bytes) / (frames - from.frames),
      serverCpu: (cpu() - from.cpu) / seconds,
      driverCpu: (own() - from.own) / seconds,
    };
  };
}

// Lets every table finish its step, and counts what never came: moves times the sockets that lack them.
async function drain(tables) {
  const missing = () => tables.reduce((sum, table) => sum + table.missing(), 0);
  for (let before = frames, quiet = 0; missing() > 0 && quiet < 5000; quiet += 100) {
    await sleep(100);
    if (frames > before) quiet = 0;
    before = frames;
  }
  return missing();
}

// Every table plays as fast as the server answers.
async function saturate({ pids, tables: count, seconds, warmup, ...server }) {
  const counts = { moves: 0 };
  let playing = true;
  const tables = await openTables(server, count, () => { counts.moves++; }, (table) => {
    if (playing) table.next();
  });
  tables.forEach((table) => table.next());
  await sleep(warmup * 1000);
  const stop = meter(pids, counts);
  const perSecond = [];
  for (let i = 0; i < seconds; i++) {
    const before = counts.moves;
    await sleep(1000);
    perSecond.push(counts.moves - before);
  }
  const figures = { ...stop(), perSecond, rssKb: rssKb(pids[0]) };
  playing = false;
  return { ...figures, lost: await drain(tables) };
}

// So many rounds at every table, as fast as the server answers: the same work for every server, however busy the machine is.
async function fixed({ pids, tables: count, rounds, warmupRounds, ...server }) {
  const counts = { moves: 0 };
  let goal = warmupRounds;
  let waiting = count;
  let allDone;
  const tables = await openTables(server, count, () => { counts.moves++; }, (table) => {
    if (table.phase === 'roll' || table.round < goal) table.next();
    else if (--waiting === 0) allDone();
  });
  const play = () => new Promise((resolve) => {
    allDone = resolve;
    waiting = count;
    tables.forEach((table) => table.next());
  });
  await play();
  const stop = meter(pids, counts);
  goal += rounds;
  await play();
  return stop();
}

// A load at a fixed rate: each table plays one round (7 moves) per period, at a phase drawn from the seed.
async function latency({ pids, tables: count, rate, seconds, warmup, seed, ...server }) {
  let state = seed;
  const random = () => { state = (state * 1664525 + 1013904223) % 2 ** 32; return state / 2 ** 32; };
  const counts = { moves: 0 };
  const samples = { roll: [], choose: [] };
  let recording = false;
  const tables = await openTables(server, count, (ms, phase) => {
    counts.moves++;
    if (recording) samples[phase].push(Number(ms.toFixed(3)));
  }, (table) => {
    if (table.late.length) table.next(table.late.shift());
  });
  const step = (7 / rate / 2) * 1000; // from a roll to the choices, and from those to the next roll
  const play = (table) => {
    if (!table.busy) table.next();
    else table.late.push(now()); // still busy: its time counts from when it was due
  };
  for (const table of tables) {
    table.late = [];
    setTimeout(() => { play(table); setInterval(play, step, table); }, random() * 2 * step);
  }
  await sleep(warmup * 1000 + 2 * step);
  recording = true;
  const stop = meter(pids, counts);
  await sleep(seconds * 1000);
  return { ...stop(), samples };
}

// What the server holds when its tables sit connected and nobody plays.
async function idle({ pids, tables: count, ...server }) {
  const before = rssKb(pids[0]);
  await openTables(server, count, () => {}, () => {});
  await sleep(5000);
  const after = rssKb(pids[0]);
  return { rssKb: after, rssKbPerSocket: (after - before) / (count * SOCKETS) };
}

process.on('uncaughtException', fail); // an adapter that does not like what it sees
const modes = { cold, verify, saturate, fixed, latency, idle };
const options = JSON.parse(process.argv[2]);
options.adapter = require(`./adapters/${options.adapter}`);
modes[options.mode](options).then((figures) => {
  process.stdout.write(`${JSON.stringify(figures)}\n`, () => process.exit(0));
}, fail);
