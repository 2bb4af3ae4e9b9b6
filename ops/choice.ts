import { OpsFailure } from './failure.ts'

/** One of the words that the server accepts; another one is refused before anything is sent. */
export function choice<Word extends string>(name: string, typed: string, words: readonly Word[]): Word {
  const word = words.find((each) => each.toLowerCase() === typed.toLowerCase())
  if (word === undefined) throw wrongValue(name, typed, `Choose one of ${words.join(', ')}.`)
  return word
}

export function readNumber(name: string, typed: string): number {
  if (!/^\d{1,6}(\.\d{1,4})?$/.test(typed)) throw wrongValue(name, typed, 'Give a number.')
  return Number(typed)
}

/** The server says what is wrong with a part of it. */
export function readJson(name: string, typed: string): unknown {
  try {
    return JSON.parse(typed)
  } catch {
    throw wrongValue(name, typed, 'Write it as JSON.')
  }
}

export const wrongValue = (name: string, typed: string, advice: string) =>
  new OpsFailure('usage', `${name} cannot be "${typed}".`, advice)
