import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Account } from '#contract/accounts.ts'
import type { Care } from '#contract/care.ts'
import type { Overview } from '#contract/overview.ts'
import type { AccountSetupStatus } from '#domain/accounts.ts'
import { useSettings } from '../../session/settings.ts'
import { dashboardBreakpoint } from '../../ui/breakpoints.ts'
import { buttonClass } from '../../ui/button/button.tsx'
import { ExternalIcon } from '../../ui/icon/external.tsx'
import { PageHeader } from '../../ui/page-header/page-header.tsx'
import { PageNotice } from '../../ui/page-header/page-notice.tsx'
import { AgreedCard, ArrangementCard } from '../care/arrangement-card.tsx'
import { CareContacts } from '../care/care-contacts.tsx'
import { careQuery } from '../care/care-query.ts'
import { BalanceCard } from './balance-card.tsx'
import { BpayCard } from './bpay-card.tsx'
import { isArranged } from './is-arranged.ts'
import { OverviewBanners } from './overview-banners.tsx'
import { overviewQuery } from './overview-query.ts'
import { OverviewSkeleton } from './overview-skeleton.tsx'
import { PlanCard } from './plan-card.tsx'
import { linkedYear, planMessage } from './plan-message.ts'
import { hasMainWay, hasWay, ProblemArea, useProblemWords } from './problems/problem-area.tsx'
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
  const problems = useProblemWords(account, overview)
  const facts = {
    config,
    setupStatus,
    message,
    activePlan,
    nextRepayment: overview.nextRepayment,
    problems: overview.problems,
  }
  const { shown, hasRoomForNotice } = shownBanners(facts)
  const isFixMain = hasMainWay(problems)
  const isOneColumn = useIsOneColumn()
  const isInvitedToSwitch = shown.includes('switch') && config.productChange?.status === 'VerifyYourDetails'
  const isPlanLinked = shown.includes('plan-message') && linkedYear(message) === activePlan?.tuitionYear
  const upcoming = (
    <UpcomingPayment
      account={account}
      overview={overview}
      look={isInvitedToSwitch || !overview.nextRepayment ? 'plain' : 'panel'}
    />
  )
  const care = useArrangement(account, overview)
  const plan = care?.agreed ? (
    <ArrangementCard account={account} agreed={care.agreed} />
  ) : hasPlanCard(account.productType) ? (
    <PlanCard account={account} isLinkedAbove={isPlanLinked} overview={overview} setupStatus={setupStatus} />
  ) : null
  const agreed = care?.agreed && (
    <>
      <AgreedCard account={account} agreed={care.agreed} />
      <CareContacts account={account} care={care} />
    </>
  )
  const balance = hasBalanceCard(account.productType) && <BalanceCard account={account} overview={overview} />
  const students = <Students students={overview.students} />
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
            <PaymentLink
              look={hasWay(problems) || hasMainButton(shown, facts) ? 'secondary' : 'primary'}
              // A phone has no room for a second way to pay.
              isForWide={isFixMain}
            />
          )
        }
        hasNotice={false}
      />
      <ProblemArea problems={problems} account={account} overview={overview} />
      <OverviewBanners
        region={account.region}
        shown={shown}
        overview={overview}
        setupStatus={setupStatus}
        message={message}
        mainLook={hasWay(problems) ? 'secondary' : 'primary'}
      />
      {hasRoomForNotice && <PageNotice />}
      {/* What is read aloud comes in the order in which it is seen, so the columns are made here and not by the styles. */}
      {isOneColumn ? (
        <div className="grid-dash">
          {upcoming}
          {balance}
          {plan ?? bpay}
          {agreed}
          {students}
          {plan && bpay}
        </div>
      ) : (
        <div className="grid-dash">
          <div className="col">
            {upcoming}
            {plan ?? bpay}
          </div>
          <div className="col">
            {balance}
            {agreed}
            {students}
            {plan && bpay}
          </div>
        </div>
      )}
    </>
  )
}

/** What was agreed with a family whose plan is temporary for that reason; it is asked for by nobody else. */
function useArrangement({ accountId }: Account, { activePlan }: Overview): Care | undefined {
  const enabled = isArranged(activePlan)
  const { data } = useQuery({ ...careQuery(accountId), enabled, throwOnError: false })
  return enabled ? data : undefined
}

const oneColumn = `(max-width: ${dashboardBreakpoint - 0.02}px)`

function useIsOneColumn(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(oneColumn)
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => matchMedia(oneColumn).matches,
  )
}

function PaymentLink({ look, isForWide }: { look: 'primary' | 'secondary'; isForWide: boolean }) {
  if (useSettings()?.flags.hideEarlyPayments) return null
  return (
    <a
      className={`${buttonClass({ look })}${isForWide ? ' hide-narrow' : ''}`}
      href="/pay-now"
      target="_blank"
      rel="noopener"
    >
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
