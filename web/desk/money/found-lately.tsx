import { useState } from 'react'
import { Link } from 'wouter'
import type { AssignedDeposit } from '#contract/staff-money.ts'
import { familyName } from '#domain/family-name.ts'
import { Button } from '../../ui/button/button.tsx'
import { CheckIcon } from '../../ui/icon/check.tsx'
import { UndoIcon } from '../../ui/icon/undo.tsx'
import { useRead } from '../foundation/read.ts'
import { usePerson } from '../foundation/session.ts'
import { money, moment } from '../foundation/format.ts'
import { Kind } from '../ui/kind/kind.tsx'
import { TakeBackDrawer } from './take-back-drawer.tsx'
import '../ui/lines/lines.css'

/** What colleagues have found, so that the next such slip is known. */
export function FoundLately() {
  const result = useRead('GET /api/staff/deposits/found', { query: { limit: '5' } })
  const [takenBack, setTakenBack] = useState<AssignedDeposit>()
  const { name } = usePerson()
  if (!result.data || result.data.length === 0) return null
  return (
    <div className="money-section">
      <h2>Recently matched</h2>
      <ul className="lines lines--flush">
        {result.data.map((each) => (
          <li key={`${each.billerCode}/${each.bankReference}`}>
            <Kind icon={CheckIcon} tint="green" size="small" />
            <span className="lines__text">
              <b className="num">
                {money(each.amount, 'AUD')} →{' '}
                <Link className="linkplain" href={`/families/${each.accountId}`}>
                  {familyName(each.familyName)}, {each.shortId}
                </Link>
              </b>
              <small>
                {each.reason && `“${each.reason}” `}
                {each.givenBy && `By ${each.givenBy === name ? 'you' : each.givenBy}, `}
                {moment(each.givenAt)}
              </small>
            </span>
            {each.isPassedOn ? (
              <span className="xs muted">Cannot be undone</span>
            ) : (
              <Button look="borderless" size="small" icon={UndoIcon} onClick={() => setTakenBack(each)}>
                Undo
                <span className="sr">
                  {' '}
                  {money(each.amount, 'AUD')} to {each.shortId}
                </span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {takenBack && <TakeBackDrawer deposit={takenBack} onClose={() => setTakenBack(undefined)} />}
    </div>
  )
}
