import { Link } from 'wouter'
import type { Overview } from '#contract/overview.ts'
import type { AccountSetupStatus } from '#domain/accounts.ts'
import { formatDate } from '#domain/calendar/calendar.ts'
import { frequencyWord, planEditCutOffBusinessDays } from '#domain/plan/payment-schedule.ts'
import { useSupport } from '../../session/settings.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { PlanBlocked } from '../../ui/alert/plan-blocked.tsx'
import { Banner } from '../../ui/banner/banner.tsx'
import { buttonClass } from '../../ui/button/button.tsx'
import { CalendarArt } from '../../ui/spot-art/calendar.tsx'
import { GraduationArt } from '../../ui/spot-art/graduation.tsx'
import { SuccessArt } from '../../ui/spot-art/success.tsx'
import type { PlanMessage } from './plan-message.ts'
import { SetupBanner } from './setup-banner.tsx'
import type { BannerName } from './shown-banners.ts'
import { SwitchBanner } from './switch-banner.tsx'

type OverviewBannersProps = {
  shown: readonly BannerName[]
  overview: Overview
  setupStatus: AccountSetupStatus | undefined
  message: PlanMessage | null
}

export function OverviewBanners({ shown, overview, setupStatus, message }: OverviewBannersProps) {
  const { activePlan, config } = overview
  const support = useSupport()
  return shown.map((name) => {
    switch (name) {
      case 'plan-error':
        return <PlanBlocked key={name} support={support} />
      case 'setup':
        return <SetupBanner key={name} status={setupStatus} overview={overview} />
      case 'no-method':
        return <NoMethod key={name} overview={overview} support={support} />
      case 'switch':
        return config.productChange && <SwitchBanner key={name} change={config.productChange} />
      case 'plan-message':
        return message && <PlanMessageBanner key={name} message={message} overview={overview} />
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
function NoMethod({ overview, support }: { overview: Overview; support: { phone: string; email: string } }) {
  const next = overview.nextRepayment
  const { phone, email } = support
  const ask = next && `Please add one before ${formatDate(next.date)}, when your next payment is due.`
  if (overview.config.allowRepaymentSourceUpdates) {
    return (
      <Alert
        variant="warning"
        title={noMethodTitle}
        action={
          <Link className={buttonClass({ look: 'secondary', size: 'small' })} href="/manage-payments">
            <span>Add a payment method</span>
          </Link>
        }
      >
        {ask}
      </Alert>
    )
  }
  return (
    <Alert variant="warning" title={noMethodTitle}>
      Please contact us: call <span className="nowrap">{phone}</span> or email{' '}
      <a href={`mailto:${email}`}>{email}</a>.
    </Alert>
  )
}

const noMethodTitle = 'Your plan has no payment method'

function TemporaryPlan({ until }: { until: string }) {
  return <Alert variant="warning">You're on a temporary payment plan until {formatDate(until)}.</Alert>
}

function PlanMessageBanner({ message, overview }: { message: PlanMessage; overview: Overview }) {
  const { activePlan, config } = overview
  const { year } = message
  const mayEdit = config.allowPaymentScheduleUpdates
  switch (message.kind) {
    case 'AllSet':
      return (
        <Banner
          art={SuccessArt}
          title="All set!"
          action={mayEdit && <ScheduleLink look="secondary">Edit plan</ScheduleLink>}
        >
          Your {year} plan is saved. You can edit it until {planEditCutOffBusinessDays} business days before
          the first payment.
        </Banner>
      )
    case 'Review':
      return (
        <Banner
          art={CalendarArt}
          title={`Review your plan for ${year}`}
          action={mayEdit && <ScheduleLink look="primary">Review plan</ScheduleLink>}
        >
          Check the fees and payments we've prepared before the plan begins.
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

function ScheduleLink({ look, children }: { look: 'primary' | 'secondary'; children: string }) {
  return (
    <Link className={buttonClass({ look })} href="/payment-schedule">
      <span>{children}</span>
    </Link>
  )
}
