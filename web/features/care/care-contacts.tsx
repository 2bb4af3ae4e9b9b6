import type { Account } from '#contract/accounts.ts'
import type { Care } from '#contract/care.ts'

/** Who else helps, and costs nothing. */
export function CareContacts({ account, contacts }: { account: Account; contacts: Care['contacts'] }) {
  if (contacts.length === 0) return null
  return (
    <section className="card" aria-labelledby="care-contacts">
      <div className="card__head">
        <h2 id="care-contacts">Free help, independent of us</h2>
      </div>
      <p className="sm muted care__lead">
        They are on your side and cost nothing. You can give them your account number,{' '}
        <span className="num">{account.shortId}</span>, and we will speak with them if you allow it.
      </p>
      <ul className="contacts">
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
