import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import type { ChatFacts, ChatFamily } from '#contract/staff-conversations.ts'
import { regionFacts } from '#domain/region.ts'
import { Button, buttonClass } from '../../ui/button/button.tsx'
import { useRead } from '../api/read.ts'
import { useShortcuts } from '../app/shortcuts.ts'
import { Facts } from '../ui/facts/facts.tsx'
import { day, money } from '../ui/format.ts'
import { Kbd } from '../ui/keys/keys.tsx'
import '../ui/lines/lines.css'
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
        <p className="muted">No family is known. Whoever writes without logging in is a visitor.</p>
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
  const { accountId, familyName, schoolName, region, overdue, next, onItsWay, balance, plan } = family
  const { currency } = regionFacts[region]
  const sum = (amount: number) => money(amount, currency)
  const facts: [string, ReactNode][] = [
    [
      'Overdue',
      overdue && (
        <span className="is-late semibold">{`${sum(overdue.amount)} since ${day(overdue.date)}`}</span>
      ),
    ],
    ['Next debit', next && `${sum(next.amount)} on ${day(next.date)}`],
    ['On its way', onItsWay && `${sum(onItsWay.amount)} since ${day(onItsWay.date)}`],
    ['Balance', balanceText(balance, sum)],
    [plan ? `Plan ${plan.yearName}` : 'Plan', plan ? `${plan.paid} of ${plan.count} paid` : 'None'],
    ['School', schoolName],
  ]
  return (
    <section className="pile">
      <div className="row chat-side__head">
        <h2>{`${familyName} family`}</h2>
        <Link className={buttonClass({ look: 'secondary', size: 'small' })} href={`/families/${accountId}`}>
          Open<span className="sr">{` the ${familyName} family`}</span>
        </Link>
      </div>
      <Facts facts={facts.filter(([, value]) => value)} />
    </section>
  )
}

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
    <section>
      <h3>Canned answers</h3>
      <Loaded query={query} label="Loading the canned answers">
        {() => (
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
        )}
      </Loaded>
      <p className="xs muted">
        {replies.length === 0 && query.data
          ? 'There are none yet. '
          : 'Sums and days are filled in from this family. '}
        <button type="button" className="link" onClick={() => setOpen(true)}>
          Add or change
        </button>
      </p>
      {isOpen && <CannedReplies conversationId={conversationId} onClose={() => setOpen(false)} isEditing />}
    </section>
  )
}
