'use strict';
// Measures the servers of servers.js and prints the figures. See README.md.

const { spawn } = require('child_process');
const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');
const { parseArgs } = require('util');
const servers = require('./servers');

const DRIVER_CORE = '0';
const SERVER_CORE = '1';

const { values: args } = parseArgs({
  options: {
    servers: { type: 'string', default: 'chanceit,boardgame.io,colyseus-message,channels-lean-daphne' }, // or: all
    measures: { type: 'string', default: 'verify,saturate,latency' }, // and: fixed, idle
    tables: { type: 'string', default: '50' },
    'own-tables': { type: 'string', default: '1,10,200' }, // more numbers of tables, for the first server only
    repetitions: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '8' },
    warmup: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '60' }, // of a fixed load, at each table
    'latency-tables': { type: 'string', default: '50' },
    'latency-rate': { type: 'string', default: '2' },
    'latency-seconds': { type: 'string', default: '10' },
    'idle-tables': { type: 'string', default: '200' },
    report: { type: 'string' }, // only print the tables of these saved results
    output: { type: 'string', default: path.join(__dirname, 'results', `${Date.now()}.json`) },
  },
});
const list = (text) => text.split(',').filter(Boolean);

const freePort = () => new Promise((resolve) => {
  const server = net.createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    server.close(() => resolve(port));
  });
});

// Whatever ends this run ends its servers, and their databases go.
const running = new Set();
const SCRATCH = path.join(__dirname, 'scratch', String(process.pid));
process.on('exit', () => {
  running.forEach((child) => child.kill('SIGKILL'));
  fs.rmSync(SCRATCH, { recursive: true, force: true });
});
['SIGINT', 'SIGTERM', 'SIGHUP'].forEach((signal) => process.on(signal, () => process.exit(1)));

function pinned(core, command, env) {
  const child = spawn('taskset', ['-c', core, ...command.map(String)], {
    cwd: __dirname, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.on('close', () => running.delete(child));
  return child;
}

function ended(child) {
  return new Promise((resolve) => {
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk) => { out += chunk; });
    child.stderr.on('data', (chunk) => { err = (err + chunk).slice(-2000); });
    child.on('close', () => resolve({ out, err }));
  });
}

async function drive(options) {
  const { out, err } = await ended(pinned(DRIVER_CORE, [process.execPath, 'driver.js', JSON.stringify(options)]));
  try {
    return JSON.parse(out);
  } catch {
    return { error: `the driver ended badly: ${err || out}` };
  }
}

// Starts a fresh server, measures its cold start, runs one measurement on it, ends it.
async function measure(name, options) {
  const server = servers[name];
  const port = await freePort();
  const started = server.start(port);
  const env = { PORT: String(port), PYTHONPATH: 'peers', ...started.env };
  const children = [];
  let scratch;
  if (server.scratch) {
    // Not in the system's folder for temporary files, which may be in memory: this is about storing on disk.
    fs.mkdirSync(SCRATCH, { recursive: true });
    scratch = fs.mkdtempSync(path.join(SCRATCH, `${name}-`));
    env[server.scratch] = scratch;
  }
  if (server.redis) {
    const redisPort = await freePort();
    env.REDIS_URL = `redis://127.0.0.1:${redisPort}`;
    children.push(pinned(SERVER_CORE, ['redis-server', '--bind', '127.0.0.1', '--port', redisPort, '--save', '']));
    await new Promise((resolve) => { setTimeout(resolve, 500); });
  }
  const startedAt = Date.now();
  children.unshift(pinned(SERVER_CORE, started.command, env));
  let second = null;
  if (server.processes === 2) {
    second = await freePort();
    await new Promise((resolve) => { setTimeout(resolve, 8000); }); // the first one prepares database and files
    children.splice(1, 0, pinned(SERVER_CORE, server.start(second).command, { ...env, PORT: String(second) }));
    await new Promise((resolve) => { setTimeout(resolve, 8000); });
  }
  const ends = children.map(ended);
  const { adapter, byTable } = server;
  const base = { adapter, byTable, port: second ? [port, second] : port, pids: children.map((child) => child.pid) };
  const { coldMs, error } = await drive({ ...base, mode: 'cold', startedAt });
  const figures = error ? { error } : await drive({ ...base, ...options });
  children.forEach((child) => child.kill('SIGKILL'));
  const [{ err }] = await Promise.all(ends);
  if (scratch) fs.rmSync(scratch, { recursive: true });
  if (figures.error) console.error(`${name}: ${figures.error}\n${err}`);
  return { name, ...options, coldMs, ...figures };
}

const sorted = (list) => [...list].sort((a, b) => a - b);
const percentile = (list, p) => sorted(list)[Math.min(list.length - 1, Math.floor(list.length * p))];
const median = (list) => {
  const order = sorted(list);
  return (order[Math.floor((order.length - 1) / 2)] + order[Math.floor(order.length / 2)]) / 2;
};
const range = (list, digits = 0) => `${Math.min(...list).toFixed(digits)}-${Math.max(...list).toFixed(digits)}`;

function print(title, header, rows) {
  if (!rows.length) return;
  console.log(`\n## ${title}\n\n| ${header.join(' | ')} |\n|${header.map(() => '---').join('|')}|`);
  rows.forEach((row) => console.log(`| ${row.join(' | ')} |`));
}

// Every figure is the median of the repetitions.
function report(results, names) {
  const good = results.filter((result) => !result.error);
  const runsOf = (name, mode) => good.filter((result) => result.name === name && result.mode === mode);
  const mid = (runs, key, digits = 0) => median(runs.map((run) => run[key])).toFixed(digits);

  print('Saturation',
    ['server', 'tables', 'moves/s', 'range', 'pushes/s', 'moves/push', 'bytes/push', 'lost', 'server CPU', 'driver CPU',
      'moves/CPU s'],
    names.flatMap((name) => [...new Set(runsOf(name, 'saturate').map((run) => run.tables))].map((tables) => {
      const runs = runsOf(name, 'saturate').filter((run) => run.tables === tables);
      return [name, tables, mid(runs, 'movesPerS'), range(runs.map((run) => run.movesPerS)), mid(runs, 'pushesPerS'),
        median(runs.map((run) => (7 * run.movesPerS) / run.pushesPerS)).toFixed(1), mid(runs, 'bytesPerPush'),
        mid(runs, 'lost'), mid(runs, 'serverCpu', 2), mid(runs, 'driverCpu', 2),
        median(runs.map((run) => run.movesPerS / run.serverCpu)).toFixed(0)];
    })));

  print('A fixed load, by the processor time of the server',
    ['server', 'tables', 'moves/CPU s', 'range', 'moves/push', 'bytes/push', 'server CPU'],
    names.flatMap((name) => [...new Set(runsOf(name, 'fixed').map((run) => run.tables))].map((tables) => {
      const runs = runsOf(name, 'fixed').filter((run) => run.tables === tables);
      const each = runs.map((run) => run.movesPerS / run.serverCpu);
      return [name, tables, median(each).toFixed(0), range(each),
        median(runs.map((run) => (7 * run.movesPerS) / run.pushesPerS)).toFixed(1), mid(runs, 'bytesPerPush'),
        mid(runs, 'serverCpu', 2)];
    })));

  print('Latency to the last of the 7 sockets, ms',
    ['server', 'p50', 'range', 'p99', 'range', 'roll p50', 'server CPU'],
    names.filter((name) => runsOf(name, 'latency').length).map((name) => {
      const runs = runsOf(name, 'latency');
      const at = (p) => runs.map(({ samples }) => percentile(samples.roll.concat(samples.choose), p));
      const rolls = runs.map(({ samples }) => percentile(samples.roll, 0.5));
      return [name, median(at(0.5)).toFixed(2), range(at(0.5), 1), median(at(0.99)).toFixed(1), range(at(0.99), 1),
        median(rolls).toFixed(2), mid(runs, 'serverCpu', 2)];
    }));

  print('Memory when idle', ['server', 'RSS MB', 'KB per socket'],
    names.filter((name) => runsOf(name, 'idle').length).map((name) => {
      const runs = runsOf(name, 'idle');
      return [name, (mid(runs, 'rssKb') / 1024).toFixed(0), mid(runs, 'rssKbPerSocket', 1)];
    }));

  print('Cold start, ms', ['server', 'median', 'range', 'starts'], names.map((name) => {
    const colds = results.filter((result) => result.name === name && result.coldMs).map((result) => result.coldMs);
    return colds.length ? [name, median(colds), range(colds), colds.length] : [name, '', '', 0];
  }));

  print('Failed', ['server', 'measure', 'tables', 'error'], results.filter((result) => result.error)
    .map((result) => [result.name, result.mode, result.tables ?? '', result.error.split('\n')[0]]));
}

async function main() {
  if (args.report) {
    const saved = list(args.report).flatMap((file) => JSON.parse(fs.readFileSync(file)));
    report(saved, [...new Set(saved.map((result) => result.name))]);
    return;
  }
  if (os.availableParallelism() < 2) throw new Error('this needs two cores: one for the server, one for the load');
  const names = args.servers === 'all' ? Object.keys(servers) : list(args.servers);
  const unknown = names.filter((name) => !servers[name]);
  if (unknown.length) throw new Error(`no such server: ${unknown.join()}`);
  const seconds = Number(args.seconds);
  const warmup = Number(args.warmup);
  const plans = {
    verify: (r) => (r === 0 ? [{ mode: 'verify' }] : []),
    saturate: () => [...new Set([...list(args.tables), ...list(args['own-tables'])])].map((n) => (
      { mode: 'saturate', tables: Number(n), seconds, warmup, onlyFirst: !list(args.tables).includes(n) })),
    fixed: () => list(args.tables).map((n) => (
      { mode: 'fixed', tables: Number(n), rounds: Number(args.rounds), warmupRounds: 5 })),
    latency: (r) => [{
      mode: 'latency', tables: Number(args['latency-tables']), rate: Number(args['latency-rate']),
      seconds: Number(args['latency-seconds']), warmup, seed: 12345 + r,
    }],
    idle: () => [{ mode: 'idle', tables: Number(args['idle-tables']) }],
  };
  const results = [];
  fs.mkdirSync(path.dirname(path.resolve(args.output)), { recursive: true });
  for (let r = 0; r < Number(args.repetitions); r++) {
    const order = r % 2 ? [...names].reverse() : names;
    for (const { onlyFirst, ...plan } of list(args.measures).flatMap((name) => plans[name](r))) {
      for (const name of onlyFirst ? [names[0]] : order) {
        const result = await measure(name, plan);
        results.push({ repetition: r, ...result });
        const { samples, perSecond, ...short } = result;
        console.error(JSON.stringify(short));
        fs.writeFileSync(args.output, JSON.stringify(results));
      }
    }
  }
  report(results, names);
}

main().catch((error) => {
  console.error(String(error));
  process.exit(1);
});
