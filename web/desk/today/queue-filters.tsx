import type { StaffQueue } from '#contract/staff-queue.ts'
import { regionFacts, regions, type Region } from '#domain/region.ts'
import { queueRoles, queueTopicNames, queueTopics, topicLabel, type QueueTopic } from '#domain/staff-queue.ts'
import { mayActAs } from '#domain/staff.ts'
import { NativeSelect } from '../../ui/select/native-select.tsx'
import { Segmented } from '../../ui/segmented/segmented.tsx'
import { usePerson } from '../foundation/session.ts'
import { Chips } from '../ui/chips/chips.tsx'
import { Keys } from '../ui/keys/keys.tsx'
import type { TodayFilter } from './today-filter.ts'

const owners = [
  { value: 'Everybody', label: 'Everyone’s' },
  { value: 'Mine', label: 'Mine' },
  { value: 'NotTaken', label: 'Not taken' },
] as const

type QueueFiltersProps = {
  filter: TodayFilter
  onChange: (change: Partial<TodayFilter>) => void
  /** Undefined while nothing is known, or what is known is old. */
  queue: StaffQueue | undefined
  /** All schools that something waits for. */
  schools: StaffQueue['schools']
}

export function QueueFilters({ filter, onChange, queue, schools }: QueueFiltersProps) {
  return (
    <section aria-label="Filters" className="pile queue-filters">
      <TopicChips filter={filter} onChange={onChange} queue={queue} />
      <div className="toolbar">
        <Segmented
          legend="Owner"
          options={owners}
          value={filter.whose}
          onChange={(whose) => onChange({ whose })}
        />
        <span className="hide-narrow">
          <NativeSelect<Region | ''>
            label="Region"
            isLabelHidden
            value={filter.region ?? ''}
            options={[
              { value: '', label: 'Both regions' },
              ...regions.map((region) => ({ value: region, label: regionFacts[region].name })),
            ]}
            onChange={(region) => onChange({ region: region || undefined })}
          />
        </span>
        <span className="hide-narrow queue-filters__school">
          <NativeSelect
            label="School"
            isLabelHidden
            value={filter.school ?? ''}
            options={[
              { value: '', label: 'All schools' },
              ...schools.map(({ id, name, count }) => ({ value: id, label: `${name} (${count})` })),
            ]}
            onChange={(school) => onChange({ school: school || undefined })}
          />
        </span>
        <span className="end">
          <Keys
            keys={[
              [['J', 'K'], 'move'],
              [['Enter'], 'open'],
              [['T'], 'take'],
              [['/'], 'filter'],
            ]}
          />
        </span>
      </div>
    </section>
  )
}

/** Topics with nothing in them are left out, unless that is true of all. */
function TopicChips({ filter, onChange, queue }: Omit<QueueFiltersProps, 'schools'>) {
  const { role } = usePerson()
  const counts = queue?.counts
  const countOf = (topic: QueueTopic) =>
    queueTopics[topic].reduce((sum, kind) => sum + (counts?.[kind] ?? 0), 0)
  const all = Object.values(counts ?? {}).reduce((sum, each) => sum + each, 0)
  const own = queueTopicNames.filter((topic) =>
    queueTopics[topic].some((kind) => mayActAs(role, queueRoles[kind])),
  )
  const shown = own.filter((topic) => all === 0 || countOf(topic) > 0 || topic === filter.topic)
  const counted = (number: number) => (counts ? { count: number } : {})
  return (
    <Chips<QueueTopic | 'All'>
      legend="Type"
      isOneRow
      options={[
        { value: 'All', label: 'All', ...counted(all) },
        ...shown.map((topic) => ({ value: topic, label: topicLabel(topic), ...counted(countOf(topic)) })),
      ]}
      value={filter.topic ?? 'All'}
      onChange={(topic) => onChange({ topic: topic === 'All' ? undefined : topic })}
    />
  )
}
