/** The minimum length of the text, and the delay after the last key. */
export const searchAsYouTypeRules = { minLength: 3, debounceMs: 300 }

export type Findings<Option> =
  | { state: 'nothing' }
  /** Earlier results stay until there is an answer. */
  | { state: 'searching'; options: readonly Option[] }
  | { state: 'found'; options: readonly Option[] }
  | { state: 'failed'; error: unknown }

export type Search<Option> = (text: string, signal: AbortSignal) => Promise<readonly Option[]>

/**
 * Searches when typing pauses. Only the latest search counts: an earlier one is aborted and its late answer dropped.
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
    /** Drops the running search and its results. */
    clear() {
      stop()
      publish({ state: 'nothing' })
    },
    stop,
  }
}
