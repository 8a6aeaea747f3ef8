'use strict';
// Plain JSON over a WebSocket: the Channels floors, and the simplest shape of another server.
// The server sends the state once on connecting, then one frame per accepted move.

const { connect, handshake } = require('./socket');

const ROLL = JSON.stringify({ type: 'roll' });
const CHOOSE = [0, 1, 2, 3].map((card) => JSON.stringify({ type: 'choose', card }));

exports.open = (port, table, seat) => handshake(connect(`ws://127.0.0.1:${port}/ws/${table}/${seat}/`), () => true);
exports.roll = () => ROLL;
exports.choose = (table, seat, card) => CHOOSE[card];
exports.number = (data, before) => before + 1; // their state is always the same: the frames are counted
