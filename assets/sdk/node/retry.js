// When to try again after a connection ended, and when no more.

import { setTimeout as sleep } from "node:timers/promises";

const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 5000;

/** The waits between attempts: longer each time, until giveUpMs have passed since the first. */
export class Retry {
  #giveUpMs;
  #since = 0; // when the first attempt failed
  #wait = FIRST_WAIT_MS;
  #connected = 0;

  constructor(giveUpMs) {
    this.#giveUpMs = giveUpMs;
  }

  /** Says that a connection stands. One that ends soon counts as another failed attempt. */
  connected() {
    this.#connected = Date.now();
  }

  /** Waits for the time of the next attempt; false where it is over. */
  async next(signal) {
    const now = Date.now();
    if (this.#since === 0 || (this.#connected > this.#since && now - this.#connected > LONGEST_WAIT_MS)) {
      [this.#since, this.#wait] = [now, FIRST_WAIT_MS];
    }
    const wait = this.#wait;
    if (now + wait - this.#since > this.#giveUpMs) {
      this.#since = 0;
      return false;
    }
    this.#wait = Math.min(2 * wait, LONGEST_WAIT_MS);
    return sleep(wait, true, { signal }).catch(() => false);
  }
}
