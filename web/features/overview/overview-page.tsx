import { useQuery } from '@tanstack/react-query'
import type { Account } from '#contract/accounts.ts'
import { useSettings } from '../../api/settings.ts'
import { PageHeader } from '../../ui/page-header/page-header.tsx'
import { BalanceCard } from './balance-card.tsx'
import { BpayCard } from './bpay-card.tsx'
import { overviewQuery } from './overview-query.ts'
import { OverviewSkeleton } from './overview-skeleton.tsx'
import { PlanCard } from './plan-card.tsx'
import { hasBalanceCard, hasPlanCard } from './shown-cards.ts'
import { StudentsCard } from './students-card.tsx'
import { UpcomingPayment } from './upcoming-payment.tsx'
import './overview.css'

export function OverviewPage({ account }: { account: Account }) {
  const { data: overview } = useQuery(overviewQuery(account.accountId))
  const environment = useSettings()?.environment
  if (!overview) return <OverviewSkeleton />
  const { region, productType } = account
  return (
    <>
      <PageHeader
        title="Overview"
        headline={`Hi ${overview.firstName}`}
        lead={
          <>
            {account.institutionName} · {account.product} account{' '}
            <span className="num">{account.shortId}</span>
          </>
        }
      />
      <div className="grid-dash">
        <div className="col">
          <UpcomingPayment
            next={overview.nextRepayment}
            last={overview.lastRepayment}
            today={overview.today}
            region={region}
          />
          {hasPlanCard(productType) && overview.activePlan && (
            <PlanCard
              plan={overview.activePlan}
              status={overview.planStatus}
              canBeEdited={overview.config.canEditOrAddAccountPlan}
              region={region}
            />
          )}
        </div>
        <div className="col">
          {hasBalanceCard(productType) && (
            <BalanceCard balance={overview.currentBalance} last={overview.lastRepayment} region={region} />
          )}
          {environment !== 'prod' && overview.students.length > 0 && (
            <StudentsCard students={overview.students} />
          )}
          {overview.bpayInfo && <BpayCard bpay={overview.bpayInfo} region={region} />}
        </div>
      </div>
    </>
  )
}
