'use strict';
// Colyseus 0.18: seat reserved over HTTP, then its binary protocol over a raw WebSocket.

const http = require('http');
const { connect, handshake } = require('./socket');

const JOIN_ROOM = 10;
const ROOM_DATA = 13;
const ROOM_STATE = 14;
const ROOM_STATE_PATCH = 15;

const agent = new http.Agent({ keepAlive: true, maxSockets: 32 });

function post(port, path, body) {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const request = http.request({ host: '127.0.0.1', port, path, method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => { text += chunk; });
      response.on('end', () => {
        if (response.statusCode === 200) resolve(JSON.parse(text));
        else reject(new Error(`${response.statusCode} ${text}`));
      });
    });
    request.on('error', reject);
    request.end(JSON.stringify(body));
  });
}

exports.open = async (port, table, seat) => {
  const place = await post(port, '/matchmake/joinOrCreate/table', { table, seat });
  const ws = connect(`ws://127.0.0.1:${port}/${place.processId}/${place.roomId}?sessionId=${place.sessionId}`);
  return handshake(ws, (data) => {
    if (data[0] === JOIN_ROOM) ws.send(Buffer.from([JOIN_ROOM]));
    return data[0] === ROOM_STATE || data[0] === ROOM_DATA;
  });
};

// [ROOM_DATA][type as a short msgpack string][payload as msgpack]
const message = (type, payload) => Buffer.concat([
  Buffer.from([ROOM_DATA, 0xa0 | type.length]), Buffer.from(type), Buffer.from(payload),
]);
const ROLL = message('roll', []);
const CHOOSE = [0, 1, 2, 3].map((card) => message('choose', [card]));

exports.roll = () => ROLL;
exports.choose = (table, seat, card) => CHOOSE[card];

// A whole state counts its moves in a first field. A binary patch does not tell without the schema: those are counted.
const MOVES = Buffer.from('moves');
exports.number = (data, before) => {
  if (data[0] === ROOM_STATE_PATCH) return before + 1;
  if (data[0] !== ROOM_DATA) return null;
  const at = data.indexOf(MOVES) + MOVES.length; // a msgpack number
  if (data[at] < 0x80) return data[at];
  return data.readUIntBE(at + 1, 1 << (data[at] - 0xcc)); // 0xcc, 0xcd, 0xce: 1, 2 or 4 bytes follow
};
