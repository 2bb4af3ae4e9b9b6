import { useEffect, useState } from 'react'
import { changeCount, type DraftItem, type DraftTerm, type FeeDraft } from './fee-draft.ts'

type Kept = { draft: FeeDraft; before: FeeDraft[]; lastEdited: string }

/** What is typed outlives the page, until it is saved or discarded: a look at a family loses nothing. */
const kept = new Map<string, Kept>()

const mostSteps = 100

/** The fees of a year as they are typed, with the steps back. */
export function useFeeDraft(place: string, base: FeeDraft | null, start: FeeDraft) {
  const [state, setState] = useState<Kept>(
    () => kept.get(place) ?? { draft: start, before: [], lastEdited: '' },
  )
  const changes = changeCount(state.draft, base)

  useEffect(() => {
    if (changes > 0) kept.set(place, state)
    else kept.delete(place)
  }, [place, state, changes])

  useEffect(() => {
    if (changes === 0) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [changes])

  /** Letters typed into one cell are one step. */
  function edit(what: string, change: (draft: FeeDraft) => FeeDraft): void {
    setState(({ draft, before, lastEdited }) => ({
      draft: change(draft),
      before: what === lastEdited ? before : [...before, draft].slice(-mostSteps),
      lastEdited: what,
    }))
  }

  return {
    draft: state.draft,
    changes,
    setItem: (item: DraftItem) =>
      edit(item.key, (draft) => ({
        ...draft,
        items: draft.items.some(({ key }) => key === item.key)
          ? draft.items.map((each) => (each.key === item.key ? item : each))
          : [...draft.items, item],
      })),
    removeItem: (key: string) =>
      edit(`without ${key}`, (draft) => ({
        ...draft,
        items: draft.items.filter((item) => item.key !== key),
      })),
    setTerm: (term: DraftTerm) =>
      edit(`term ${term.no}`, (draft) => ({
        ...draft,
        terms: draft.terms.map((each) => (each.no === term.no ? term : each)),
      })),
    setTermCount: (count: number) =>
      edit(`terms ${count}`, (draft) => ({
        ...draft,
        terms: Array.from(
          { length: count },
          (_, at) => draft.terms[at] ?? { no: at + 1, startsOn: '', endsOn: '' },
        ),
      })),
    takeBack: () =>
      setState((state) => {
        const last = state.before.at(-1)
        return last ? { draft: last, before: state.before.slice(0, -1), lastEdited: '' } : state
      }),
    discard: () => {
      kept.delete(place)
      setState({ draft: base ?? start, before: [], lastEdited: '' })
    },
  }
}

export type FeeDraftState = ReturnType<typeof useFeeDraft>
