// The sounds of the table, made on the spot: no files. Browsers let a page sound only after somebody has touched it.

import { find, showIcon } from "../../shared/pieces.js";
import { remember, remembered } from "../../shared/settings.js";
import { part } from "./parts.js";

/** @type {AudioContext | null} */
let audio = null;
let isOn = remembered("sound", true);

function drawSwitch() {
  const button = part("sound");
  button.setAttribute("aria-pressed", String(isOn));
  showIcon(find(button, "svg"), isOn ? "sound-on" : "sound-off");
}

export function toggleSound() {
  isOn = !isOn;
  remember("sound", isOn);
  drawSwitch();
  if (isOn) play("coin");
}

export function allowSound() {
  drawSwitch();
  const wake = () => {
    if (!isOn) return;
    audio ??= window.AudioContext ? new AudioContext() : null;
    audio?.resume();
  };
  addEventListener("pointerdown", wake);
  addEventListener("keydown", wake);
}

/**
 * @typedef {{type?: OscillatorType, loud?: number, to?: number}} Tone
 * @param {AudioContext} audio @param {number} at @param {number} pitch @param {number} length @param {Tone} [options]
 */
function tone(audio, at, pitch, length, { type = "triangle", loud = 0.16, to = pitch } = {}) {
  const source = audio.createOscillator();
  const volume = audio.createGain();
  source.type = type;
  source.frequency.setValueAtTime(pitch, at);
  source.frequency.exponentialRampToValueAtTime(to, at + length);
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(loud, at + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(volume).connect(audio.destination);
  source.start(at);
  source.stop(at + length + 0.05);
}

/** @type {AudioBuffer | null} */
let hiss = null;

/** @param {AudioContext} audio @param {number} at */
function knock(audio, at, { pitch = 1800, length = 0.05, loud = 0.35 } = {}) {
  if (!hiss) {
    hiss = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  }
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const volume = audio.createGain();
  source.buffer = hiss;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 2;
  volume.gain.setValueAtTime(loud, at);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(filter).connect(volume).connect(audio.destination);
  source.start(at);
  source.stop(at + length);
}

/** @param {AudioContext} audio @param {number} now @param {number[]} pitches @param {number} step @param {Tone} [options] */
function tune(audio, now, pitches, step, options) {
  for (const [index, pitch] of pitches.entries()) tone(audio, now + index * step, pitch, step * 2.2, options);
}

/** @type {Record<string, (audio: AudioContext, now: number, seconds: number) => void>} */
const SOUNDS = {
  // Knocks that come slower and softer, like dice on wood; `seconds` is how long they tumble.
  dice: (audio, now, seconds) => {
    for (let at = 0, gap = 0.05; at < seconds; at += gap, gap *= 1.09) {
      knock(audio, now + at, { pitch: 1200 + Math.random() * 1600, loud: 0.4 * (1 - (0.6 * at) / seconds) });
    }
  },
  card: (audio, now) => {
    for (const at of [0, 0.06, 0.12]) knock(audio, now + at, { pitch: 3200, length: 0.06, loud: 0.22 });
  },
  coin: (audio, now) => tune(audio, now, [1320, 1760], 0.07, { type: "sine" }),
  heart: (audio, now) => tune(audio, now, [523, 659], 0.1),
  star: (audio, now) => tune(audio, now, [784, 988, 1319], 0.09),
  loss: (audio, now) => tone(audio, now, 260, 0.35, { type: "sawtooth", loud: 0.09, to: 120 }),
  row: (audio, now) => knock(audio, now, { pitch: 700, length: 0.09, loud: 0.4 }),
  join: (audio, now) => tune(audio, now, [392, 523], 0.1),
  fall: (audio, now) => tune(audio, now, [392, 370, 349, 262], 0.22, { type: "sawtooth", loud: 0.08 }),
  round: (audio, now) => tone(audio, now, 440, 0.18, { loud: 0.08, to: 520 }),
  fanfare: (audio, now) => {
    tune(audio, now, [523, 523, 523, 659, 784, 1047], 0.16, { loud: 0.2 });
    tune(audio, now + 0.48, [330, 392, 523], 0.16, { loud: 0.12 });
  },
};

/** @param {string} name @param {number} [seconds] */
export function play(name, seconds = 0) {
  if (!isOn || !audio || audio.state !== "running" || document.hidden) return;
  SOUNDS[name]?.(audio, audio.currentTime + 0.01, seconds);
}
