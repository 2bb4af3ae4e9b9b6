import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { DayCell } from './day-cell.tsx'
import { draftProblems, type FeeDraft } from './fee-draft.ts'
import type { FeeDraftState } from './use-fee-draft.ts'

const mostTerms = 12

/** When each term begins and ends. */
export function TermsCard({
  state,
  base,
  isReadOnly,
}: {
  state: FeeDraftState
  base: FeeDraft | null
  isReadOnly: boolean
}) {
  const { terms } = state.draft
  const problems = draftProblems(state.draft)
  const acts = !isReadOnly && (
    <span className="row fees__acts">
      {terms.length > 1 && (
        <Button look="borderless" size="small" onClick={() => state.setTermCount(terms.length - 1)}>
          Remove term
        </Button>
      )}
      {terms.length < mostTerms && (
        <Button look="borderless" size="small" onClick={() => state.setTermCount(terms.length + 1)}>
          Add term
        </Button>
      )}
    </span>
  )
  return (
    <Card title="Terms" aside={acts}>
      <div className={terms.length > 3 ? 'cols fees__terms fees__terms--many' : 'cols fees__terms'}>
        {terms.map((term) => {
          const was = base?.terms.find(({ no }) => no === term.no)
          const isChanged = base !== null && JSON.stringify(was) !== JSON.stringify(term)
          const problem = problems[`term ${term.no}`]
          return (
            <fieldset key={term.no} className="field" disabled={isReadOnly}>
              <legend className="field__label">Term {term.no}</legend>
              <span className="fees__days">
                <DayCell
                  label={`Term ${term.no} starts`}
                  value={term.startsOn}
                  isChanged={isChanged && was?.startsOn !== term.startsOn}
                  onChange={(startsOn) => state.setTerm({ ...term, startsOn })}
                />
                <span className="muted">to</span>
                <DayCell
                  label={`Term ${term.no} ends`}
                  value={term.endsOn}
                  isChanged={isChanged && was?.endsOn !== term.endsOn}
                  onChange={(endsOn) => state.setTerm({ ...term, endsOn })}
                />
              </span>
              {problem && <small className="field__error">{problem}</small>}
            </fieldset>
          )
        })}
      </div>
    </Card>
  )
}
