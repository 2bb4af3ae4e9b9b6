import { useState } from 'react'
import type { StaffMember } from '#contract/staff-access.ts'
import { staffRoles } from '#domain/staff.ts'
import { Avatar } from '../../../ui/avatar/avatar.tsx'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { PlusIcon } from '../../../ui/icon/plus.tsx'
import { useRead } from '../../foundation/read.ts'
import { roleNames } from '../../foundation/role-names.ts'
import { usePerson } from '../../foundation/session.ts'
import { moment } from '../../foundation/format.ts'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { NativeSelect } from '../../../ui/select/native-select.tsx'
import { DenseTable, Two, RowName } from '../../ui/table/dense-table.tsx'
import { MemberDrawer, type MemberStep } from './member-drawer.tsx'
import { AddMemberDrawer } from './add-member-drawer.tsx'
import '../../ui/person/person.css'

const tints = ['iris', 'green', 'gold', 'blue', 'pink'] as const
type Opened = { member: StaffMember; step: MemberStep }

export function Members() {
  const members = useRead('GET /api/staff/members', {})
  const [isTakingOn, setTakingOn] = useState(false)
  const [opened, setOpened] = useState<Opened>()
  return (
    <Card
      title="People"
      isFlush
      aside={
        <Button icon={PlusIcon} size="small" onClick={() => setTakingOn(true)}>
          Add a team member
        </Button>
      }
    >
      <Loaded query={members} label="Loading the people">
        {(found) => <MemberTable members={found} onStep={(member, step) => setOpened({ member, step })} />}
      </Loaded>
      <div className="tablefoot">
        <span>There must always be at least one Admin.</span>
      </div>
      {isTakingOn && <AddMemberDrawer onClose={() => setTakingOn(false)} />}
      {opened && <MemberDrawer {...opened} onClose={() => setOpened(undefined)} />}
    </Card>
  )
}

function MemberTable({
  members,
  onStep,
}: {
  members: readonly StaffMember[]
  onStep: (member: StaffMember, step: MemberStep) => void
}) {
  const { id: me } = usePerson()
  const isActive = ({ status }: StaffMember) => status === 'Active'
  return (
    <DenseTable
      label="People"
      rows={members}
      keyOf={({ id }) => id}
      columns={[
        {
          title: 'Person',
          render: (member) => (
            <span className="person">
              <Avatar name={member.name} size="small" tint={tints[members.indexOf(member) % tints.length]} />
              <Two small={member.email}>
                <RowName onClick={() => onStep(member, { change: { name: member.name } })}>
                  {member.id === me ? `${member.name} (you)` : member.name}
                  <span className="sr"> change the name</span>
                </RowName>
              </Two>
            </span>
          ),
        },
        {
          title: 'Role',
          render: (member) => (
            <NativeSelect
              isLabelHidden
              label={`Role of ${member.name}`}
              value={member.role}
              options={staffRoles.map((role) => ({ value: role, label: roleNames[role] }))}
              onChange={(role) => onStep(member, { change: { role } })}
            />
          ),
        },
        {
          title: 'Codes go to',
          className: 'num muted',
          render: (member) => (
            <RowName onClick={() => onStep(member, { change: { mobile: '' } })}>
              {member.mobileLast3Digits ? `*** ${member.mobileLast3Digits}` : 'none'}
              <span className="sr"> change the mobile of {member.name}</span>
            </RowName>
          ),
        },
        {
          title: 'Logged in',
          className: 'muted',
          render: ({ lastLogInAt }) => (lastLogInAt ? moment(lastLogInAt) : 'never'),
        },
        {
          title: 'Status',
          render: (member) => (
            <Two small={member.hasTwoFactor ? 'two-factor authentication' : 'no two-factor authentication'}>
              <Badge tone={isActive(member) ? 'success' : 'neutral'}>{member.status}</Badge>
            </Two>
          ),
        },
      ]}
      renderActs={(member) => (
        <span className="admin-acts">
          {member.hasTwoFactor && member.id !== me && (
            <Button look="borderless" size="small" onClick={() => onStep(member, 'reset')}>
              Reset two-factor<span className="sr"> {member.name}</span>
            </Button>
          )}
          <Button
            look="borderless"
            size="small"
            onClick={() => onStep(member, { change: { status: isActive(member) ? 'Disabled' : 'Active' } })}
          >
            {isActive(member) ? 'Disable' : 'Enable'}
            <span className="sr"> {member.name}</span>
          </Button>
        </span>
      )}
    />
  )
}
