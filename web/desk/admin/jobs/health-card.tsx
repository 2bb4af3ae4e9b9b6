import { Card } from '../../../ui/card/card.tsx'
import { useRead } from '../../foundation/read.ts'
import { count } from '../../foundation/format.ts'
import { Loaded } from '../../ui/loaded/loaded.tsx'

/** What is wrong with the service at this moment. */
export function HealthCard() {
  const health = useRead('GET /api/staff/health', {}, { refetchEveryMs: 15_000 })
  return (
    <Card title="System status">
      <Loaded query={health} label="Loading the system status">
        {({ problems, outbox, ledgerCheck, unknownPayments }) => (
          <ul className="health">
            {problems.map(({ code, text }) => (
              <li key={code}>
                <span className="lamp lamp--error" aria-hidden="true" />
                <span>{text}</span>
                <span />
              </li>
            ))}
            <Fact name="Outbox" isFine={outbox.oldestSeconds < 300}>
              {outbox.count === 0 ? 'empty' : `${count(outbox.count, 'message')} waiting`}
            </Fact>
            <Fact name="Payments" isFine={unknownPayments.count === 0}>
              {unknownPayments.count === 0 ? 'no unknown outcomes' : `${unknownPayments.count} unknown`}
            </Fact>
            <Fact name="Ledger" isFine={ledgerCheck !== null && ledgerCheck.violations === 0}>
              {ledgerCheck === null
                ? 'not checked yet'
                : ledgerCheck.violations === 0
                  ? 'balances'
                  : count(ledgerCheck.violations, 'violation')}
            </Fact>
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

function Fact({ name, isFine, children }: { name: string; isFine: boolean; children: string }) {
  return (
    <li>
      <span className={isFine ? 'lamp' : 'lamp lamp--caution'} aria-hidden="true" />
      <span>{name}</span>
      <small>{children}</small>
    </li>
  )
}
