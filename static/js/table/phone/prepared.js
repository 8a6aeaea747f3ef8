// The table of a lesson: it answers like the server, but follows what was prepared, and only one way leads on.

// `lesson` is what chanceit/web/lessons.py makes, `first` the step to begin with. `on` has
//   step(index)    another step is reached
//   wrong()        something else was asked for than what is wanted; gives the sentence to refuse it with
// Gives {dial, at(), next(), skip()}: `dial` is for socket.js, `at` says at which step one is, `skip` cuts short how it came to it.
/** @param {table.Lesson} lesson @param {number} first @param {{step(index: number): void, wrong(): string}} on */
export function prepare({ welcome, steps }, first, on) {
  let at = first;
  /** @type {any} */
  let line = null;

  /** @param {object} message */
  const say = (message) => line?.onmessage?.({ data: JSON.stringify(message) });

  /** @param {{id: string}} frame */
  const refuse = ({ id }) => say({ type: "refused", id, code: "lesson", sentence: on.wrong() });

  function next() {
    if (at === steps.length - 1) return;
    at += 1;
    on.step(at);
    say(steps[at].view);
  }

  /** @type {Record<string, (frame: any) => void>} */
  const ANSWERS = {
    ping: () => say({ type: "pong" }),
    play(frame) {
      if (JSON.stringify(frame.move) !== JSON.stringify(steps[at].wanted)) {
        refuse(frame);
        return;
      }
      say({ type: "done", id: frame.id, number: steps[at].view.number });
      next();
    },
    manage: refuse,
    story({ since }) {
      const entries = steps.slice(0, at + 1).flatMap(({ view }) => view.events);
      const { number } = steps[at].view;
      say({ type: "story", number, entries: entries.filter((entry) => entry.number > since), more: false, highlights: [] });
    },
  };

  return {
    /** @returns {any} */
    dial() {
      const mine = {
        readyState: WebSocket.OPEN,
        /** @param {string} frame */
        send: (frame) => {
          const read = JSON.parse(frame);
          queueMicrotask(() => ANSWERS[read.type]?.(read));
        },
        close() {},
      };
      line = mine;
      queueMicrotask(() => {
        if (line !== mine) return;
        line.onopen?.();
        say(welcome);
        say({ ...steps[at].view, events: [] });
      });
      return mine;
    },
    at: () => at,
    next,
    skip: () => say({ type: "skip", number: steps[at].view.number }),
  };
}
