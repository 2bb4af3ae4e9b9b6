import { useEffect, useRef } from 'react'
import type { WhyBalance as Why, StaffFamily } from '#contract/staff-family.ts'
import { balancePartWords } from '#domain/balance-parts.ts'
import { regionFacts } from '#domain/region.ts'
import { IconButton } from '../../ui/button/button.tsx'
import { CloseIcon } from '../../ui/icon/close.tsx'
import { useRead } from '../foundation/read.ts'
import { useShortcuts } from '../foundation/shortcuts.ts'
import { day, money, signedMoney } from '../foundation/format.ts'
import { Loaded } from '../ui/loaded/loaded.tsx'

/** How the balance is made up, in parts that add up and in the words of the portal. */
export function WhyBalance({ family, onClose }: { family: StaffFamily; onClose: () => void }) {
  const { accountId, region, glance } = family
  const query = useRead('GET /api/staff/families/:accountId/explanations/:figure', {
    params: { accountId, figure: 'balance' },
  })
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  useShortcuts([{ keys: 'escape', label: 'Close the explanation', run: onClose }])
  const sum = money(glance.balance.amount, regionFacts[region].currency)
  return (
    <div className="pop" role="dialog" aria-label={`Why the balance is ${sum}`} tabIndex={-1} ref={box}>
      <div className="row row--between">
        <h2 className="pop__title">Why {sum}?</h2>
        <IconButton icon={CloseIcon} label="Close" size="small" onClick={onClose} />
      </div>
      <Loaded query={query} label="Loading the explanation">
        {(why) => <Parts why={why} family={family} />}
      </Loaded>
    </div>
  )
}

function Parts({ why, family }: { why: Why; family: StaffFamily }) {
  const { currency } = regionFacts[family.region]
  const { amount, groups, parts, notInIt } = why
  const standing = amount > 0 ? ', in credit' : amount < 0 ? ', owing' : ''
  const [reader] = family.members
  return (
    <>
      <div className="why__sum">
        {groups.map((group) => (
          <div key={group.sentence}>
            <span>
              {group.sentence} <small>{daysOf(group)}</small>
            </span>
            <span>{signedMoney(group.amount, currency)}</span>
          </div>
        ))}
        <div>
          <span>Balance{standing}</span>
          <span>{money(amount, currency)}</span>
        </div>
      </div>
      {parts.length > 0 && (
        <p className="xs muted">
          Of it{' '}
          {parts
            .map((part) => `${money(Math.abs(part.amount), currency)} ${balancePartWords(part)}`)
            .join(', ')}
          .
        </p>
      )}
      <p className="xs muted">
        {notInIt.length > 0 && `Not included: ${notInIt.join(', ')}. `}
        {reader ? `${reader.name} sees the same explanation in the portal.` : ''}
      </p>
    </>
  )
}

/** "23 Jan 2026 to 21 Oct 2026"; only the last where the earlier ones are summed up. */
function daysOf({ lines, earlier }: Why['groups'][number]): string {
  const dates = lines.flatMap(({ date }) => date ?? []).toSorted()
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return ''
  if (earlier) return `last on ${day(last)}`
  return first === last ? day(first) : `${day(first)} to ${day(last)}`
}
