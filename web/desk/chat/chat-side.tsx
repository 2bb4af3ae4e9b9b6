import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import type { ChatFacts, ChatFamily } from '#contract/staff-conversations.ts'
import { dateIn } from '#domain/calendar/calendar.ts'
import { regionFacts } from '#domain/region.ts'
import { Button, buttonClass, LinkButton } from '../../ui/button/button.tsx'
import { useRead } from '../foundation/read.ts'
import { useNow } from '../foundation/clock.ts'
import { useShortcuts } from '../foundation/shortcuts.ts'
import { shortDay } from '../foundation/days.ts'
import { Facts } from '../ui/facts/facts.tsx'
import { day, money } from '../foundation/format.ts'
import { Kbd } from '../ui/keys/keys.tsx'
import '../ui/quote/quote.css'
import { Loaded } from '../ui/loaded/loaded.tsx'
import { CannedReplies } from './canned-replies.tsx'

/** How the family stands, and answers to begin with. */
export function ChatSide({
  conversationId,
  facts,
  onUse,
}: {
  conversationId: string
  facts: ChatFacts
  onUse: (text: string) => void
}) {
  return (
    <>
      {facts.families.length === 0 && (
        <p className="muted">Unknown family: this visitor wrote without logging in.</p>
      )}
      {facts.families.map((family) => (
        <FamilyFacts key={family.accountId} family={family} />
      ))}
      <hr />
      <Answers conversationId={conversationId} onUse={onUse} />
    </>
  )
}

function FamilyFacts({ family }: { family: ChatFamily }) {
  const { accountId, familyName, schoolName, region, overdue, next, onItsWay, balance, plan, note } = family
  const { currency } = regionFacts[region]
  const sum = (amount: number) => money(amount, currency)
  const today = dateIn(region, useNow())
  const on = (date: string) => (date.slice(0, 4) === today.slice(0, 4) ? shortDay(date) : day(date))
  const late = overdue && lateText(`${sum(overdue.amount)} since ${on(overdue.date)}`)
  const facts: [string, ReactNode][] = [
    ['Overdue', late],
    ['Next debit', next && `${sum(next.amount)} on ${on(next.date)}`],
    ['On its way', onItsWay && `${sum(onItsWay.amount)} since ${on(onItsWay.date)}`],
    ['Balance', balanceText(balance, sum)],
    [plan ? `Plan ${plan.yearName}` : 'Plan', plan ? `${plan.paid} of ${plan.count} paid` : 'None'],
    ['School', schoolName],
  ]
  return (
    <section className="pile">
      <div className="row row--between chat-side__head">
        <h2>{`${familyName} family`}</h2>
        <Link className={buttonClass({ look: 'secondary', size: 'small' })} href={`/families/${accountId}`}>
          Open<span className="sr">{` the ${familyName} family`}</span>
        </Link>
      </div>
      <Facts facts={facts} />
      {note && (
        <div className="quote xs chat-side__note">
          {`Note by ${note.byName.split(' ')[0]}, ${on(dateIn(region, new Date(note.writtenAt)))}: ${note.text}`}
        </div>
      )}
    </section>
  )
}

const lateText = (text: string) => <span className="is-late semibold">{text}</span>

function balanceText(balance: number, sum: (amount: number) => string): string {
  if (balance === 0) return sum(0)
  return balance > 0 ? `${sum(balance)} in credit` : `${sum(0 - balance)} owing`
}

const withKeys = 9

function Answers({ conversationId, onUse }: { conversationId: string; onUse: (text: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  const query = useRead('GET /api/staff/conversations/:conversationId/canned-replies', {
    params: { conversationId },
  })
  const replies = query.data ?? []
  useShortcuts(
    replies.slice(0, withKeys).map(({ title, text }, index) => ({
      keys: String(index + 1),
      label: `Use “${title}”`,
      run: () => onUse(text),
    })),
  )
  return (
    <section className="chat-side__answers">
      <h3>Canned replies</h3>
      <Loaded query={query} label="Loading canned replies">
        {() => (
          <>
            <ul className="lines">
              {replies.map(({ id, title, text }, index) => (
                <li key={id}>
                  {index < withKeys ? <Kbd>{index + 1}</Kbd> : <span />}
                  <span className="lines__text">
                    <b>{title}</b>
                    <small className="chat-side__words">{`“${text}”`}</small>
                  </span>
                  <Button look="secondary" size="small" onClick={() => onUse(text)}>
                    Use<span className="sr">{` ${title}`}</span>
                  </Button>
                </li>
              ))}
            </ul>
            <p className="xs muted">
              {replies.length === 0 ? 'None yet. ' : 'Amounts and dates are filled in for this family. '}
              <LinkButton onClick={() => setOpen(true)}>Add or change</LinkButton>
            </p>
          </>
        )}
      </Loaded>
      {isOpen && <CannedReplies conversationId={conversationId} onClose={() => setOpen(false)} isEditing />}
    </section>
  )
}
