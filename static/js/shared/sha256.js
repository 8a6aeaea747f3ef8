// SHA-256 of a text, as 32 bytes. Written out here, because a page in a living room is no secure context and has no
// crypto.subtle. It is there to check hashes that everybody may see; nothing secret is made with it.

const WORD = 2 ** 32;
/** @param {number} word @param {number} by */
const turn = (word, by) => (word >>> by) | (word << (32 - by));

/** @param {number} count */
function primes(count) {
  /** @type {number[]} */
  const found = [];
  for (let number = 2; found.length < count; number += 1) {
    if (found.every((prime) => number % prime)) found.push(number);
  }
  return found;
}

// The first 32 bits behind the point of the square and cube roots of primes.
/** @param {number} root */
const fraction = (root) => ((root % 1) * WORD) | 0;
const FIRST = primes(8).map((prime) => fraction(Math.sqrt(prime)));
const EACH = primes(64).map((prime) => fraction(Math.cbrt(prime)));

/** @param {string} text */
export function sha256(text) {
  const content = new TextEncoder().encode(text);
  const padded = new Uint8Array(((content.length + 8) >> 6) * 64 + 64);
  padded.set(content);
  padded[content.length] = 0x80;
  const bytes = new DataView(padded.buffer);
  bytes.setUint32(padded.length - 8, Math.floor((content.length * 8) / WORD));
  bytes.setUint32(padded.length - 4, (content.length * 8) % WORD);

  let hash = FIRST;
  const words = new Int32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 64; i += 1) {
      const [near, far] = [words[i - 15], words[i - 2]];
      words[i] =
        i < 16
          ? bytes.getInt32(block + 4 * i)
          : words[i - 16] +
            (turn(near, 7) ^ turn(near, 18) ^ (near >>> 3)) +
            words[i - 7] +
            (turn(far, 17) ^ turn(far, 19) ^ (far >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i += 1) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + EACH[i] + words[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    hash = [a, b, c, d, e, f, g, h].map((word, i) => (word + hash[i]) | 0);
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (const [i, word] of hash.entries()) digest.setInt32(4 * i, word);
  return new Uint8Array(digest.buffer);
}

/** @param {Uint8Array} bytes */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
