import type { ActivePlan, Overview } from '#contract/overview.ts'
import type { AccountSetupStatus } from '#domain/accounts.ts'
import { formatDate } from '#domain/calendar/calendar.ts'
import { frequencyWord } from '#domain/plan/payment-schedule.ts'
import { Badge } from '../../ui/badge/badge.tsx'
import { Banner } from '../../ui/banner/banner.tsx'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { ProgressBar } from '../../ui/progress/progress.tsx'
import { CalendarArt } from '../../ui/spot-art/calendar.tsx'
import { CardsArt } from '../../ui/spot-art/cards.tsx'
import { IdArt } from '../../ui/spot-art/id.tsx'
import { ReviewArt } from '../../ui/spot-art/review.tsx'
import { SuccessArt } from '../../ui/spot-art/success.tsx'
import { setupTasks, type SetupTask } from './setup-tasks.ts'
import './setup-banner.css'
import '../../ui/card/card.css'
import '../../ui/list-rows/list-rows.css'

type Look = 'primary' | 'secondary'

type SetupBannerProps = { status: AccountSetupStatus | undefined; overview: Overview; mainLook: Look }

export function SetupBanner({ status, overview, mainLook }: SetupBannerProps) {
  const tasks = setupTasks(status, overview.config)
  if (tasks) return <Tasks tasks={tasks} plan={overview.activePlan} look={mainLook} />
  if (status === 'ManualReview') {
    return (
      <Banner art={ReviewArt} title="Sit tight while we review your details">
        We'll email you as soon as we're done.
      </Banner>
    )
  }
  const { nextRepayment } = overview
  return (
    <Banner art={SuccessArt} title="Success! Your account is now active">
      {nextRepayment
        ? `Your first payment is on ${formatDate(nextRepayment.date)}.`
        : "There's nothing more to do."}
    </Banner>
  )
}

const parts = {
  schedule: {
    art: CalendarArt,
    title: 'Set up your payment schedule',
    text: 'How often you pay, and from when',
    href: '/payment-schedule',
    button: 'Set up payment schedule',
  },
  method: {
    art: CardsArt,
    title: 'Add a payment method',
    text: 'Card or bank account',
    href: '/manage-payments',
    button: 'Add payment method',
  },
  identity: {
    art: IdArt,
    title: 'Verify your identity',
    text: "Driver's licence or passport",
    href: '/verify-identity',
    button: 'Verify your identity',
  },
}

function Tasks({ tasks, plan, look }: { tasks: SetupTask[]; plan: ActivePlan | null; look: Look }) {
  const done = tasks.filter(({ state }) => state === 'done').length
  const now = tasks.find(({ state }) => state === 'now')
  const Art = parts[now?.name ?? 'schedule'].art
  return (
    <section className="card setup" aria-labelledby="setup">
      <div className="setup__intro stack stack--6">
        <Art width={150} />
        <h2 id="setup">Tasks required to complete your account setup</h2>
        <p className="muted">About five minutes. You can stop at any point and come back.</p>
        <div className="setup__progress stack stack--10">
          <ProgressBar label="Setup progress" percent={(done / tasks.length) * 100} />
          <p className="sm muted">
            {done} of {tasks.length} done
          </p>
        </div>
      </div>
      <ol className="tasks">
        {tasks.map((task) => (
          <Task key={task.name} task={task} plan={plan} look={look} />
        ))}
      </ol>
    </section>
  )
}

function Task({ task, plan, look }: { task: SetupTask; plan: ActivePlan | null; look: Look }) {
  const { title, text, href, button } = parts[task.name]
  const saved = task.name === 'schedule' && task.state === 'done' && plan && rhythmOf(plan)
  return (
    <li className={`is-${task.state}`}>
      <span className="rowtext">
        <b>{title}</b>
        <small>{saved || text}</small>
      </span>
      {task.state === 'done' && (
        <Badge tone="success" isPlain>
          Done
        </Badge>
      )}
      {task.state === 'now' && (
        <ButtonLink look={look} size="small" href={href}>
          {button}
        </ButtonLink>
      )}
    </li>
  )
}

function rhythmOf({ periodicAmount, planStartDate }: ActivePlan): string {
  return `${frequencyWord(periodicAmount.period)} from ${formatDate(planStartDate)}`
}
