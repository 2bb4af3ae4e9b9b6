/** Searching begins with so many characters, so long after the last key. */
export const searchAsYouTypeRules = { minLength: 3, debounceMs: 300 }

export type Findings<Option> =
  | { state: 'nothing' }
  /** What an earlier search found stays until there is an answer. */
  | { state: 'searching'; options: readonly Option[] }
  | { state: 'found'; options: readonly Option[] }
  | { state: 'failed'; error: unknown }

export type Search<Option> = (text: string, signal: AbortSignal) => Promise<readonly Option[]>

/**
 * Asks once people pause, and only the last question counts: an answer that comes late, after more was typed,
 * is dropped, and its search is told to stop.
 */
export function searchAsYouType<Option>(onFindings: (findings: Findings<Option>) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: AbortController | undefined
  let options: readonly Option[] = []

  function publish(findings: Findings<Option>) {
    options = 'options' in findings ? findings.options : []
    onFindings(findings)
  }

  function stop() {
    clearTimeout(timer)
    running?.abort()
    running = undefined
  }

  async function runSearch(text: string, search: Search<Option>) {
    const mine = new AbortController()
    running = mine
    let findings: Findings<Option>
    try {
      findings = { state: 'found', options: await search(text, mine.signal) }
    } catch (error) {
      findings = { state: 'failed', error }
    }
    if (!mine.signal.aborted) publish(findings)
  }

  return {
    type(text: string, search: Search<Option>) {
      stop()
      if (text.trim().length < searchAsYouTypeRules.minLength) return publish({ state: 'nothing' })
      publish({ state: 'searching', options })
      timer = setTimeout(() => void runSearch(text, search), searchAsYouTypeRules.debounceMs)
    },
    /** Forgets the question, and whatever was found. */
    clear() {
      stop()
      publish({ state: 'nothing' })
    },
    stop,
  }
}
