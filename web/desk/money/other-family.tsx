import { useState } from 'react'
import type { FindResult } from '#contract/staff-find.ts'
import { findLimits } from '#domain/find.ts'
import { SearchIcon } from '../../ui/icon/search.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { useRead } from '../foundation/read.ts'
import { useSettled } from '../foundation/use-settled.ts'
import { Loaded } from '../ui/loaded/loaded.tsx'
import type { Chosen } from './chosen.ts'

/** Found like in the search over everything: by name, e-mail, mobile, LW id or reference. */
export function OtherFamily({
  chosen,
  onChoose,
}: {
  chosen: Chosen | undefined
  onChoose: (chosen: Chosen | undefined) => void
}) {
  const [typed, setTyped] = useState('')
  const q = useSettled(typed.trim())
  const isSearching = q.length >= findLimits.least
  const found = useRead('GET /api/staff/find', { query: { q } }, { isOff: !isSearching, keepsPrevious: true })
  return (
    <div className="pile match-choices">
      <TextInput
        label="Find the family"
        hint="Name, e-mail, mobile, LW id or reference"
        icon={SearchIcon}
        type="search"
        autoComplete="off"
        maxLength={findLimits.most}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          onChoose(undefined)
        }}
        onKeyDown={(event) => {
          // Enter alone is for the search; the deposit is given by the button.
          if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault()
        }}
      />
      {isSearching && (
        <Loaded query={found} label="Looking for families">
          {(result) => <Families result={result} chosen={chosen} onChoose={onChoose} />}
        </Loaded>
      )}
    </div>
  )
}

type FamiliesProps = { result: FindResult; chosen: Chosen | undefined; onChoose: (chosen: Chosen) => void }

function Families({ result, chosen, onChoose }: FamiliesProps) {
  const families = familiesIn(result)
  if (families.length === 0)
    return (
      <p className="xs muted" role="status">
        No matching family in Australia. {result.nothing?.reason}
      </p>
    )
  return (
    <div className="pile match-choices" role="radiogroup" aria-label="Families found">
      {families.map(({ accountId, shortId, familyName, members, schoolName, isClosed }) => {
        const isOn = chosen?.accountId === accountId
        return (
          <label
            key={accountId}
            className={isOn ? 'check match-choice match-choice--on' : 'check match-choice'}
          >
            <input
              type="radio"
              name="other-family"
              checked={isOn}
              onChange={() => onChoose({ accountId, shortId, name: familyName })}
            />
            <span className="match-choice__text semibold">
              {familyName}
              <small className="xs muted">
                {[shortId, members.join(', '), schoolName, isClosed && 'Closed'].filter(Boolean).join(' · ')}
              </small>
            </span>
          </label>
        )
      })}
    </div>
  )
}

/** Deposits come by BPAY, which only Australia has. */
function familiesIn({ groups, close }: FindResult) {
  const found = [...groups.flatMap(({ items }) => items), ...close]
  return found.filter((each) => each.kind === 'Family').filter(({ region }) => region === 'AU')
}
