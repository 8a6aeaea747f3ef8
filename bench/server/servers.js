'use strict';
// The servers to measure: how each is started and which adapter speaks to it.
// To measure another server that speaks plain JSON, add one entry with adapter 'json'.

const PYTHON = process.env.BENCH_PYTHON ?? 'venv/bin/python';
const OWN_PYTHON = process.env.CHANCEIT_PYTHON ?? '../../.venv/bin/python';

// The project's own server as everybody runs it: only the limits against floods are lifted, because here one address
// and a few seats send what a whole city would. Moves are stored in SQLite on disk.
const own = (folder) => (port) => ({
  command: [OWN_PYTHON, `${folder}/manage.py`, 'serve', '--no-browser', '--address', '127.0.0.1', '--port', port],
  env: { DATABASE_URL: '', REDIS_URL: '', CHANCEIT_RATES: 'off' },
});

const chanceit = own('../..');
const onPostgres = (port) => {
  const { command, env } = chanceit(port);
  return { command, env: { DATABASE_URL: process.env.BENCH_DATABASE_URL, CHANCEIT_RATES: env.CHANCEIT_RATES } };
};

const node = (file, env) => () => ({ command: ['node', file], env: { NODE_ENV: 'production', ...env } });
const daphne = (env) => (port) => ({
  command: [PYTHON, 'peers/serve_daphne.py', '-v', '0', '-b', '127.0.0.1', '-p', port, 'channels_floor:application'],
  env,
});
const uvicorn = (env) => (port) => ({
  command: [PYTHON, '-m', 'uvicorn', '--log-level', 'warning', '--no-access-log', '--loop', 'uvloop', '--http',
    'httptools', '--host', '127.0.0.1', '--port', port, 'channels_floor:application'],
  env,
});

module.exports = {
  chanceit: { adapter: 'chanceit', start: chanceit, scratch: 'CHANCEIT_DATA' },
  'chanceit-redis': { adapter: 'chanceit', start: chanceit, scratch: 'CHANCEIT_DATA', redis: true },
  'chanceit-postgres': { adapter: 'chanceit', start: onPostgres, scratch: 'CHANCEIT_DATA', redis: true },
  'chanceit-postgres-2': { adapter: 'chanceit', start: onPostgres, scratch: 'CHANCEIT_DATA', redis: true, processes: 2, byTable: true },
  'chanceit-postgres-2-spread': { adapter: 'chanceit', start: onPostgres, scratch: 'CHANCEIT_DATA', redis: true, processes: 2 },
  'chanceit-before': { adapter: 'chanceit', start: own(process.env.CHANCEIT_BEFORE), scratch: 'CHANCEIT_DATA' },
  'boardgame.io': { adapter: 'boardgameio', start: node('peers/boardgameio.js') },
  'boardgame.io-delta': { adapter: 'boardgameio', start: node('peers/boardgameio.js', { DELTA: '1' }) },
  'boardgame.io-flatfile': { adapter: 'boardgameio', start: node('peers/boardgameio.js'), scratch: 'FLATFILE_DIR' },
  'colyseus-patch': { adapter: 'colyseus', start: node('peers/colyseus.js') },
  'colyseus-message': { adapter: 'colyseus', start: node('peers/colyseus.js', { PUSH: 'message' }) },
  'channels-group-daphne': { adapter: 'json', start: daphne({ VARIANT: 'group' }) },
  'channels-direct-daphne': { adapter: 'json', start: daphne({ VARIANT: 'direct' }) },
  'channels-direct-daphne-uvloop': { adapter: 'json', start: daphne({ VARIANT: 'direct', UVLOOP: '1' }) },
  'channels-direct-uvicorn': { adapter: 'json', start: uvicorn({ VARIANT: 'direct' }) },
  'channels-lean-daphne': { adapter: 'json', start: daphne({ VARIANT: 'lean' }) },
  'channels-lean-uvicorn': { adapter: 'json', start: uvicorn({ VARIANT: 'lean' }) },
  'channels-redis-daphne': { adapter: 'json', start: daphne({ VARIANT: 'redis' }), redis: true },
  'asgi-daphne': { adapter: 'json', start: daphne({ VARIANT: 'asgi' }) },
  'asgi-uvicorn': { adapter: 'json', start: uvicorn({ VARIANT: 'asgi' }) },
};
