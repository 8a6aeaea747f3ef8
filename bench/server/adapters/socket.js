'use strict';
// A WebSocket with the settings every adapter uses, a promise for one wanted frame, and a number read out of a frame.

const WebSocket = require('ws');

const OPTIONS = { perMessageDeflate: false, skipUTF8Validation: true, handshakeTimeout: 30000 };

exports.connect = (url, headers) => new WebSocket(url, { ...OPTIONS, headers });

// Calls onFrame(data) for each frame until it returns true.
exports.handshake = (ws, onFrame) => new Promise((resolve, reject) => {
  const done = (error) => {
    ws.off('message', listener);
    ws.off('close', closed);
    ws.off('error', done);
    if (error) reject(error);
    else resolve(ws);
  };
  const closed = (code) => done(new Error(`closed during the handshake: ${code}`));
  const listener = (data) => {
    try {
      if (onFrame(data)) done();
    } catch (error) {
      done(error);
    }
  };
  ws.on('message', listener);
  ws.once('error', done);
  ws.once('close', closed);
});

exports.starts = (data, prefix) => data.length >= prefix.length
  && data.compare(prefix, 0, prefix.length, 0, prefix.length) === 0;

// The decimal number that stands at this place of a frame, without decoding the rest.
exports.digits = (data, at) => {
  let number = 0;
  for (let i = at; data[i] >= 0x30 && data[i] <= 0x39; i++) number = number * 10 + data[i] - 0x30;
  return number;
};
