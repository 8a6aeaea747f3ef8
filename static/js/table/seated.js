// Who sits there.

// Whether a computer player decides for this seat. Otherwise a person does, on a phone or on the big screen, or nobody.
/** @param {protocol.message.SeatedSeen} seated */
export const isComputer = ({ computer }) => Boolean(computer) && computer !== "game_master" && computer !== "nobody";
