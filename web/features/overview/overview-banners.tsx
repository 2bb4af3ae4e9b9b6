import { Link } from 'wouter'
import type { Overview } from '#contract/overview.ts'
import type { AccountSetupStatus } from '#domain/accounts.ts'
import { formatDate } from '#domain/calendar/calendar.ts'
import { frequencyWord, planEditCutOffBusinessDays, tuitionYearName } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { PlanBlocked } from '../../support/plan-blocked.tsx'
import { Banner } from '../../ui/banner/banner.tsx'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { PhoneOrEmail } from '../../support/phone-or-email.tsx'
import { CalendarArt } from '../../ui/spot-art/calendar.tsx'
import { GraduationArt } from '../../ui/spot-art/graduation.tsx'
import { SuccessArt } from '../../ui/spot-art/success.tsx'
import { hasMethod, type PlanMessage } from './plan-message.ts'
import { renewalFacts, reviewSentence } from './renewal-words.ts'
import { RenewalWithoutMethod } from './renewal-without-method.tsx'
import { SetupBanner } from './setup-banner.tsx'
import type { BannerName } from './shown-banners.ts'
import { SwitchBanner } from './switch-banner.tsx'

type OverviewBannersProps = {
  region: Region
  shown: readonly BannerName[]
  overview: Overview
  setupStatus: AccountSetupStatus | undefined
  message: PlanMessage | null
  /** Secondary where something above them is the page's main button. */
  mainLook: 'primary' | 'secondary'
}

export function OverviewBanners({
  region,
  shown,
  overview,
  setupStatus,
  message,
  mainLook,
}: OverviewBannersProps) {
  const { activePlan, config } = overview
  return shown.map((name) => {
    switch (name) {
      case 'plan-error':
        return <PlanBlocked key={name} />
      case 'setup':
        return <SetupBanner key={name} status={setupStatus} overview={overview} mainLook={mainLook} />
      case 'no-method':
        return <NoMethod key={name} overview={overview} />
      case 'switch':
        return (
          config.productChange && (
            <SwitchBanner key={name} change={config.productChange} mainLook={mainLook} />
          )
        )
      case 'plan-message':
        return (
          message && (
            <PlanMessageBanner
              key={name}
              region={region}
              message={message}
              overview={overview}
              mainLook={mainLook}
            />
          )
        )
      case 'temporary-plan':
        return (
          activePlan && (
            <TemporaryPlan key={name} until={activePlan.tailoredUntil ?? activePlan.planEndDate} />
          )
        )
    }
  })
}

/** Nothing can be taken on the day, and the family would only hear of it when it is late. */
function NoMethod({ overview }: { overview: Overview }) {
  const next = overview.nextRepayment
  const ask = next && `Please add one before ${formatDate(next.date)}, when your next payment is due.`
  if (overview.config.allowRepaymentSourceUpdates) {
    return (
      <Alert
        variant="warning"
        title={noMethodTitle}
        action={
          <ButtonLink look="secondary" size="small" href="/manage-payments">
            Add a payment method
          </ButtonLink>
        }
      >
        {ask}
      </Alert>
    )
  }
  return (
    <Alert variant="warning" title={noMethodTitle}>
      Please contact us: call <PhoneOrEmail />.
    </Alert>
  )
}

const noMethodTitle = 'Your plan has no payment method'

function TemporaryPlan({ until }: { until: string }) {
  return <Alert variant="warning">You're on a temporary payment plan until {formatDate(until)}.</Alert>
}

type PlanMessageBannerProps = Pick<OverviewBannersProps, 'region' | 'overview' | 'mainLook'> & {
  message: PlanMessage
}

function PlanMessageBanner({ region, message, overview, mainLook }: PlanMessageBannerProps) {
  const { activePlan, config, plans } = overview
  const plan = plans.find(({ tuitionYear }) => tuitionYear === message.year)
  const canBeEdited = plan?.canBeEdited ?? false
  const renewal = plan?.renewal ?? null
  const year = tuitionYearName(message.year, region)
  const mayEdit = config.allowPaymentScheduleUpdates
  switch (message.kind) {
    case 'AllSet':
      return (
        <Banner
          art={SuccessArt}
          title="All set!"
          action={
            mayEdit && (
              <ScheduleLink year={message.year} look="secondary">
                {canBeEdited ? 'Edit plan' : 'View plan'}
              </ScheduleLink>
            )
          }
        >
          Your {year} plan is saved. You can edit it until {planEditCutOffBusinessDays} business days before
          the first payment.
        </Banner>
      )
    case 'NotStarted':
    case 'NeedsMethod':
      return (
        renewal && (
          <RenewalWithoutMethod
            kind={message.kind}
            year={year}
            renewal={renewal}
            config={config}
            look={mainLook}
          />
        )
      )
    case 'Review':
      return (
        <Banner
          art={CalendarArt}
          title={`Review your plan for ${year}`}
          facts={renewal ? renewalFacts(renewal, region) : undefined}
          action={
            mayEdit && (
              <ScheduleLink year={message.year} look={mainLook}>
                {canBeEdited || !renewal ? 'Review plan' : 'View plan'}
              </ScheduleLink>
            )
          }
        >
          {renewal
            ? reviewSentence(renewal)
            : "Check the fees and payments we've prepared before the plan begins."}
          {renewal && !hasMethod(renewal) && config.allowRepaymentSourceUpdates && (
            <>
              {' '}
              <Link href="/manage-payments">Add a payment method</Link>
            </>
          )}
        </Banner>
      )
    case 'Graduation':
      return (
        <Banner art={GraduationArt} title="It's graduation time!">
          Your {year} plan is complete. Congratulations to the whole family.
        </Banner>
      )
    case 'Complete':
      return (
        <Banner art={SuccessArt} title={`Your ${year} payment plan is now complete!`}>
          Every payment has been made. Thank you.
        </Banner>
      )
    case 'Started':
      return (
        <Banner art={CalendarArt} title="Payment plan started!">
          {activePlan &&
            `You're paying ${frequencyWord(activePlan.periodicAmount.period).toLowerCase()} until ${formatDate(activePlan.planEndDate)}. There's nothing more to do.`}
        </Banner>
      )
  }
}

type ScheduleLinkProps = { year: number; look: 'primary' | 'secondary'; children: string }

/** Without its year the page would show the plan that runs now. */
function ScheduleLink({ year, look, children }: ScheduleLinkProps) {
  return (
    <ButtonLink look={look} href={`/payment-schedule?year=${year}`}>
      {children}
    </ButtonLink>
  )
}
