import { OpsFailure } from './failure.ts'

/** One of the words the server knows; anything else is said to be wrong before it is sent. */
export function choice<Word extends string>(option: string, typed: string, words: readonly Word[]): Word {
  const found = words.find((word) => word.toLowerCase() === typed.toLowerCase())
  if (found === undefined)
    throw new OpsFailure('usage', `${option} cannot be "${typed}".`, `Choose one of ${words.join(', ')}.`)
  return found
}

/** What is more than one word. The server says what is wrong with a part of it. */
export function readJson(option: string, typed: string): unknown {
  try {
    return JSON.parse(typed)
  } catch {
    throw new OpsFailure('usage', `${option} cannot be "${typed}".`, 'Write it as JSON.')
  }
}
