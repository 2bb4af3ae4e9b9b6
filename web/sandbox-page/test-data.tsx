import { Card } from '../ui/card/card.tsx'
import { useTestData } from './api/queries.ts'
import type { Outcome, TestAccount, TestCard } from './api/wire.ts'
import { CopyButton } from './parts/copy-button.tsx'
import { brandName } from './payments/book.ts'
import './parts/list.css'
import './test-data.css'

export const cardGroups: Record<string, readonly string[]> = {
  Work: ['ok'],
  'Are declined': ['decline', 'decline-charge'],
  'Ask for 3-D Secure': [
    'authenticate-once',
    'authenticate-always',
    'authenticate-present',
    'authentication-fails',
  ],
  'Come back later': ['dispute', 'refund-later', 'refund-fails'],
}

/** The check digit is wrong, so no bank is needed. */
const mistyped: TestCard = {
  number: '4242424242424241',
  brand: 'visa',
  funding: 'credit',
  country: 'US',
  outcome: { kind: 'decline', code: 'incorrect_number' },
  names: [],
}

type Words = Record<string, (outcome: Outcome) => string>

export const cardOutcomes: Words = {
  ok: () => 'Works',
  decline: ({ code }) => `Declined: ${code}`,
  'decline-charge': ({ code }) => `Can be saved, then every charge is declined: ${code}`,
  'authenticate-once': ({ afterwards }) =>
    afterwards
      ? `3D Secure with the customer present, then declined: ${afterwards}`
      : '3D Secure with the customer present; without them only before it is set up',
  'authenticate-always': ({ afterwards }) =>
    afterwards
      ? `3D Secure each time, then declined: ${afterwards}`
      : '3D Secure each time; without the customer authentication_required',
  'authenticate-present': () => '3D Secure with the customer present; works without them',
  'authentication-fails': ({ code }) => `3D Secure is required and fails, so it is declined: ${code}`,
  dispute: ({ reason }) => `Works, then is disputed: ${reason}`,
  'refund-later': () => 'Works; a refund takes some days',
  'refund-fails': () => 'Works; a refund fails after a minute',
}

export const accountOutcomes: Words = {
  ok: () => 'Works',
  fail: ({ code, endsMandate }) => `Fails: ${code}${endsMandate ? ', and ends the mandate' : ''}`,
  dispute: () => 'Works, then is disputed',
  limit: ({ code }) => `Refused at once: ${code}`,
  'mandate-refused': () => 'The bank refuses the mandate',
  'account-invalid': () => 'Refused at set-up: no valid account',
}

export function TestData() {
  const { cards = [], accounts = [] } = useTestData().data ?? {}
  const all = [...cards, mistyped]
  const accountsOf = (type: TestAccount['type']) => accounts.filter((account) => account.type === type)
  return (
    <>
      <div className="columns">
        <Card title="Cards" isFlush>
          <p className="data__lead muted sm">
            With any expiry to come and any security code; American Express has four digits.
          </p>
          {Object.entries(cardGroups).map(([title, kinds]) => (
            <section className="data" key={title}>
              <h3>{title}</h3>
              <ul className="list">
                {all
                  .filter(({ outcome }) => kinds.includes(outcome.kind))
                  .map((card) => (
                    <CardDatum key={card.number} card={card} />
                  ))}
              </ul>
            </section>
          ))}
        </Card>
        <div className="stack stack--20">
          <Bank title="Bacs accounts" name="Sort code" code="10-88-00" accounts={accountsOf('bacs_debit')} />
          <Bank title="BECS accounts" name="BSB" code="000-000" accounts={accountsOf('au_becs_debit')} />
        </div>
      </div>
    </>
  )
}

function CardDatum({ card: { number, brand, funding, country, outcome, names } }: { card: TestCard }) {
  // American Express prints its fifteen digits in three groups.
  const groups = brand === 'amex' ? /^(.{4})(.{6})(.*)$/.exec(number)?.slice(1) : number.match(/.{1,4}/g)
  const words = cardOutcomes[outcome.kind]?.(outcome)
  return (
    <Datum
      value={number}
      shown={groups?.join(' ') ?? number}
      words={`${brandName(brand)} ${funding}, ${country}. ${words}.`}
      name={names[0] && `pm_card_${names[0]}`}
    />
  )
}

type BankProps = { title: string; name: string; code: string; accounts: readonly TestAccount[] }

function Bank({ title, name, code, accounts }: BankProps) {
  return (
    <Card title={title} isFlush>
      <div className="datum">
        <p>
          {name} <b>{code}</b>
        </p>
        <CopyButton text={code.replaceAll('-', '')} what={`${name} ${code}`} />
      </div>
      <ul className="data list">
        {accounts.map(({ number, outcome, isQuick, names }) => (
          <Datum
            key={number}
            value={number}
            shown={number}
            words={`${accountOutcomes[outcome.kind]?.(outcome)}${isQuick ? ', after three minutes' : ''}.`}
            name={names[0]}
          />
        ))}
      </ul>
    </Card>
  )
}

type DatumProps = { value: string; shown: string; words: string; name: string | undefined }

function Datum({ value, shown, words, name }: DatumProps) {
  return (
    <li className="datum">
      <div>
        <b>{shown}</b>
        <p className="muted sm">{words}</p>
        {name && <code>{name}</code>}
      </div>
      <CopyButton text={value} what={shown} />
    </li>
  )
}
