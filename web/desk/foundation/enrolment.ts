import { newStore } from './store.ts'

/** The company requires a second factor, and the person at the desk has none: every call but a few is refused. */
const isNeeded = newStore(false)

export const needEnrolment = () => isNeeded.set(true)
export const isEnrolledNow = () => isNeeded.set(false)
export const useEnrolmentNeeded = isNeeded.use
