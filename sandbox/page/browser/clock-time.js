import { call } from './api.js'

/** The browser may run on another machine, so the time is the sandbox's: its last answer plus the time passed. */
let said
let heardAt = 0

export const offsetMs = () => said?.offsetMs
export const sandboxNow = () => (said ? Date.parse(said.now) + performance.now() - heardAt : Date.now())

export async function askClock() {
  said = await call('GET', '/clock')
  heardAt = performance.now()
}
