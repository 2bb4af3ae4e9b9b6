import { rooms, type Source } from './source.ts'

const inARoom = new RegExp(`^(${[...rooms, 'docs'].join('|')})/.`)
const isFileName = /^[\w<*][\w.<>*/-]*\.(ts|tsx|js|mjs|css|sql|md)$/
const isGenerated = /^\.data\/|(^|\/)dist(\/|$)/

/** Which paths a document names, in `code` or as the target of a link, that are not in the project. */
export function docPathFaults({ path, text }: Source, paths: readonly string[]): string[] {
  const prose = text.replaceAll(/^```.*?^```/gms, '')
  const code = [...prose.matchAll(/`([^`]+)`/g)].flatMap(([, words = '']) => words.split(/\s+/))
  const links = [...prose.matchAll(/\]\(([\w./-]+)(?:#[\w-]*)?\)/g)].map(([, target = '']) =>
    new URL(target, `file:///${path}`).pathname.slice(1),
  )
  const named = [...code.map((word) => word.replace(/^#/, '')), ...links]
  return named
    .filter((word) => (inARoom.test(word) || isFileName.test(word)) && !isGenerated.test(word))
    .filter((word) => {
      const pattern = patternOf(word)
      return !paths.some((existing) => pattern.test(existing))
    })
    .map((word) => `${path} names ${word}, which does not exist`)
}

/**
 * `server/<feature>/` is a folder in which something lies, `domain/money` may leave its extension out, and
 * `guest-page.ts` alone may be in any folder.
 */
function patternOf(word: string): RegExp {
  const literal = word
    .replace(/\/$/, '')
    .replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/<\w+>/g, '[^/]+')
    .replaceAll('*', '[^/]*')
  const begin = inARoom.test(word) ? '^' : '(^|/)'
  const end = isFileName.test(word) ? '$' : String.raw`(/|\.[\w.]+$|$)`
  return new RegExp(begin + literal + end)
}
