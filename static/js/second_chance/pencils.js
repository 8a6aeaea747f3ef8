// In which colour a drawing was made (R19).

const COLOURS = 6;

// If pencils go round, each is handed to the left after every round; whoever is alone takes the next one from the box.
/** @param {string} letter @param {string} letters @param {number} seat @param {protocol.message.SeatedSeen[]} players @param {boolean} areGoingRound */
export function pencilOf(letter, letters, seat, players, areGoingRound) {
  const round = letters.indexOf(letter);
  if (!areGoingRound || round < 0) return players[seat]?.colour ?? 0;
  if (players.length === 1) return (players[0].colour + round) % COLOURS;
  const count = players.length;
  return players[(((seat - round) % count) + count) % count].colour;
}
