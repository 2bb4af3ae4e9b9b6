import { Link } from 'wouter'
import type { StaffFamily } from '#contract/staff-family.ts'
import { regionFacts } from '#domain/region.ts'
import { Avatar } from '../../ui/avatar/avatar.tsx'
import { Badge } from '../../ui/badge/badge.tsx'
import { buttonClass } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { BillIcon } from '../../ui/icon/bill.tsx'
import { MethodMark } from '../../ui/method-mark/method-mark.tsx'
import { useMay } from '../foundation/session.ts'
import { Due } from '../ui/due/due.tsx'
import { Facts } from '../ui/facts/facts.tsx'
import { mobileText, money } from '../foundation/format.ts'
import { Kind } from '../ui/kind/kind.tsx'
import { shortDay, since } from '../foundation/days.ts'
import { MoreActions, type OfferedAction } from './more-actions.tsx'
import '../ui/lines/lines.css'

const tints = ['pink', 'blue', 'iris', 'gold', 'green'] as const

/** The people, methods and facts of a family, beside whatever is read. */
export function FamilyAside({ family }: { family: StaffFamily }) {
  const { requests, facts } = family
  return (
    <aside className="pile family-aside" aria-label="The family">
      <Card title="Open requests">
        {requests.length === 0 ? <p className="muted xs">None.</p> : <Requests family={family} />}
      </Card>
      <Card
        title="Members"
        aside={<ActionLink family={family} action="add-member" label="Add" about="a member" />}
      >
        <Members family={family} />
      </Card>
      <Card
        title="Students"
        aside={<ActionLink family={family} action="add-student" label="Add" about="a student" />}
      >
        <Students family={family} />
      </Card>
      <Card title="Payment methods">
        <Methods family={family} />
      </Card>
      <Card
        title="Account"
        aside={<ActionLink family={family} action="change-account" label="Change" about="the account" />}
      >
        <Facts facts={facts.map(({ label, value }) => [label, value] as const)} />
      </Card>
    </aside>
  )
}

/** Opens the drawer of an action over the page that is open; only for who may do it. */
function ActionLink({
  family,
  action,
  label,
  about,
}: {
  family: StaffFamily
  action: string
  label: string
  about: string
}) {
  const mayAct = useMay('operations')
  if (!mayAct) return null
  return (
    <Link
      className={buttonClass({ look: 'borderless', size: 'small' })}
      href={`/families/${family.accountId}?action=${action}`}
    >
      {label}
      <span className="sr"> {about}</span>
    </Link>
  )
}

function Requests({ family: { requests, region } }: { family: StaffFamily }) {
  return (
    <ul className="lines lines--flush">
      {requests.map(({ id, amount, about, dueOn, isLate }) => (
        <li key={id}>
          <Kind icon={BillIcon} tint="gold" size="small" />
          <span className="lines__text">
            <b className="num">{money(amount, regionFacts[region].currency)}</b>
            <small>{about}</small>
          </span>
          <span className="row">
            <Due state={isLate ? 'late' : 'later'}>{`Due ${shortDay(dueOn)}`}</Due>
            <MoreActions
              about={`the request due ${shortDay(dueOn)}`}
              actions={[
                {
                  label: 'Send it again',
                  action: 'resend-request',
                  query: { requestId: id },
                  role: 'support',
                },
                { label: 'Record a payment for it', action: 'record-payment', query: { requestId: id } },
                { label: 'Cancel it', action: 'cancel-request', query: { requestId: id }, isDanger: true },
              ]}
            />
          </span>
        </li>
      ))}
    </ul>
  )
}

function Members({ family }: { family: StaffFamily }) {
  const { members, region, today } = family
  return (
    <ul className="lines lines--flush">
      {members.map(({ id, name, email, mobile, lastLogIn, status }, index) => (
        <li key={id}>
          <Avatar name={name} size="small" tint={tints[index % tints.length] ?? 'pink'} />
          <span className="lines__text">
            <b title={name}>{name}</b>
            <small title={email}>{email}</small>
            <small className="num">
              {[mobile ? mobileText(mobile) : 'no mobile', logInWords(lastLogIn, region, today)].join(' · ')}
            </small>
            {status === 'Disabled' && <Badge tone="warning">Access blocked</Badge>}
          </span>
          <MoreActions about={name} actions={memberActions(id, status, members.length)} />
        </li>
      ))}
    </ul>
  )
}

function memberActions(
  customerId: string,
  status: StaffFamily['members'][number]['status'],
  count: number,
): OfferedAction[] {
  const query = { customerId }
  return [
    { label: 'Change contact details', action: 'change-contact', query },
    { label: 'Correct name, date of birth or address', action: 'edit-person', query, role: 'support' },
    { label: 'See the portal as this person', action: 'see-as-family', query, role: 'support' },
    { label: 'Invite to a voluntary contribution', action: 'invite-to-contribute', query },
    { label: 'Correct the voluntary contribution', action: 'correct-contribution', query },
    status === 'Active'
      ? { label: 'Block portal access', action: 'stop-log-in', query, isDanger: true }
      : { label: 'Restore portal access', action: 'allow-log-in', query },
    ...(count > 1
      ? [{ label: 'Remove from this family', action: 'remove-member', query, isDanger: true }]
      : []),
    { label: 'Delete personal data', action: 'erase-person', query, isDanger: true },
  ]
}

function logInWords(lastLogIn: string | null, region: StaffFamily['region'], today: string): string {
  return lastLogIn === null ? 'never logged in' : `logged in ${since(lastLogIn, region, today)}`
}

function Students({ family: { students } }: { family: StaffFamily }) {
  if (students.length === 0) return <p className="muted xs">No students enrolled.</p>
  return (
    <ul className="lines lines--flush">
      {students.map(({ enrolmentId, studentId, name, yearLevel, schoolName, percent }, index) => (
        <li key={enrolmentId}>
          <Avatar name={name} size="small" tint={tints[(index + 2) % tints.length] ?? 'iris'} />
          <span className="lines__text">
            <b title={name}>{name}</b>
            <small>{[yearLevel ?? 'Has finished school', schoolName].join(' · ')}</small>
          </span>
          <span className="row">
            <span className="subtle xs">{percent}%</span>
            <MoreActions
              about={name}
              actions={[
                { label: 'Change the enrolment', action: 'change-enrolment', query: { enrolmentId } },
                { label: 'Share the fees', action: 'share-fees', query: { studentId } },
              ]}
            />
          </span>
        </li>
      ))}
    </ul>
  )
}

function Methods({ family: { methods } }: { family: StaffFamily }) {
  if (methods.length === 0) return <p className="muted xs">No payment methods.</p>
  return (
    <ul className="lines lines--flush">
      {methods.map(({ id, type, cardBrand, name, about, isActive, isUsable }) => (
        <li key={id}>
          <MethodMark type={type} cardType={cardBrand} />
          <span className="lines__text">
            <b>{name}</b>
            <small>{about}</small>
          </span>
          {!isUsable ? (
            <Badge tone="error">Unusable</Badge>
          ) : (
            isActive && <Badge tone="success">Active</Badge>
          )}
        </li>
      ))}
    </ul>
  )
}
