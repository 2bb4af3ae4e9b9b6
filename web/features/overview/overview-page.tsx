import { useQuery } from '@tanstack/react-query'
import type { Account } from '#contract/accounts.ts'
import type { Overview } from '#contract/overview.ts'
import type { AccountSetupStatus } from '#domain/accounts.ts'
import { useSettings } from '../../session/settings.ts'
import { buttonClass } from '../../ui/button/button.tsx'
import { ExternalIcon } from '../../ui/icon/external.tsx'
import { PageHeader } from '../../ui/page-header/page-header.tsx'
import { PageNotice } from '../../ui/page-header/page-notice.tsx'
import { BalanceCard } from './balance-card.tsx'
import { BpayCard } from './bpay-card.tsx'
import { OverviewBanners } from './overview-banners.tsx'
import { overviewQuery } from './overview-query.ts'
import { OverviewSkeleton } from './overview-skeleton.tsx'
import { PlanCard } from './plan-card.tsx'
import { planMessage } from './plan-message.ts'
import { hasMainButton, shownBanners } from './shown-banners.ts'
import { hasBalanceCard, hasPlanCard } from './shown-cards.ts'
import { StudentsCard } from './students-card.tsx'
import { UpcomingPayment } from './upcoming-payment.tsx'
import './overview.css'

type OverviewPageProps = { account: Account; setupStatus: AccountSetupStatus | undefined }

export function OverviewPage({ account, setupStatus }: OverviewPageProps) {
  const { data: overview } = useQuery(overviewQuery(account.accountId))
  if (!overview) return <OverviewSkeleton />
  return <LoadedOverview account={account} setupStatus={setupStatus} overview={overview} />
}

function LoadedOverview({ account, setupStatus, overview }: OverviewPageProps & { overview: Overview }) {
  const { config, activePlan } = overview
  const message = planMessage(overview)
  const facts = { config, setupStatus, message, activePlan, nextRepayment: overview.nextRepayment }
  const { shown, hasRoomForNotice } = shownBanners(facts)
  const isInvitedToSwitch = shown.includes('switch') && config.productChange?.status === 'VerifyYourDetails'
  const hasPlan = hasPlanCard(account.productType)
  const bpay = overview.bpayInfo && (
    <BpayCard bpay={overview.bpayInfo} isSetupIncomplete={config.isSetupIncomplete} region={account.region} />
  )
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
        actions={
          !config.isSetupIncomplete && (
            <PaymentLink look={hasMainButton(shown, facts) ? 'secondary' : 'primary'} />
          )
        }
        hasNotice={false}
      />
      <OverviewBanners shown={shown} overview={overview} setupStatus={setupStatus} message={message} />
      {hasRoomForNotice && <PageNotice />}
      <div className="grid-dash">
        <div className="col">
          <UpcomingPayment
            account={account}
            overview={overview}
            look={isInvitedToSwitch || !overview.nextRepayment ? 'plain' : 'panel'}
          />
          {hasPlan ? <PlanCard account={account} overview={overview} setupStatus={setupStatus} /> : bpay}
        </div>
        <div className="col">
          {hasBalanceCard(account.productType) && (
            <BalanceCard account={account} balance={overview.currentBalance} last={overview.lastRepayment} />
          )}
          <Students students={overview.students} />
          {hasPlan && bpay}
        </div>
      </div>
    </>
  )
}

function PaymentLink({ look }: { look: 'primary' | 'secondary' }) {
  if (useSettings()?.flags.hideEarlyPayments) return null
  return (
    <a className={buttonClass({ look })} href="/pay-now" target="_blank" rel="noopener">
      <span>Make a payment</span>
      <ExternalIcon />
    </a>
  )
}

/** The list is on trial and not for everyone yet. */
function Students({ students }: { students: Overview['students'] }) {
  const environment = useSettings()?.environment
  if (environment === undefined || environment === 'prod' || students.length === 0) return null
  return <StudentsCard students={students} />
}
