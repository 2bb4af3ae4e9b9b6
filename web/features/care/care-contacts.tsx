import type { Account } from '#contract/accounts.ts'
import type { Care } from '#contract/care.ts'
import { Filled } from '../../ui/filled/filled.tsx'

/** Who else helps, and costs nothing. */
export function CareContacts({ account, care }: { account: Account; care: Care }) {
  const { contacts, contactsIntro } = care
  if (contacts.length === 0) return null
  return (
    <section className="card" aria-labelledby="care-contacts">
      <div className="card__head">
        <h2 id="care-contacts">Free help, independent of us</h2>
      </div>
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
    </section>
  )
}
