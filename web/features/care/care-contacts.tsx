import type { Account } from '#contract/accounts.ts'
import type { Care } from '#contract/care.ts'
import { Card } from '../../ui/card/card.tsx'
import { Filled } from '../../ui/filled/filled.tsx'

/** Who else helps, and costs nothing. */
export function CareContacts({ account, care }: { account: Account; care: Care }) {
  const { contacts, contactsIntro } = care
  if (contacts.length === 0) return null
  return (
    <Card title="Free help, independent of us">
      <p className="sm muted care__lead">
        <Filled
          text={contactsIntro}
          values={{ 'account number': <span className="num">{account.shortId}</span> }}
        />
      </p>
      <ul className="contacts stack stack--10">
        {contacts.map(({ name, about, reach }) => (
          <li key={name}>
            <b>{name}</b>
            <small>{about}</small>
            {reach !== '' && <small>{reach}</small>}
          </li>
        ))}
      </ul>
    </Card>
  )
}
