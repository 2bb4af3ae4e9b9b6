import type { ComponentType } from 'react'
import { Bone } from '../../ui/skeleton/skeleton.tsx'
import type { TabName } from './family-tabs.ts'
import './family.css'
import '../../ui/chips/chips.css'
import '../ui/chips/chips.css'

const chipWidths = ['56px', '84px', '104px', '64px']

function ChipBones() {
  return (
    <div className="chips">
      {chipWidths.map((width) => (
        <Bone key={width} width={width} height={30} />
      ))}
    </div>
  )
}

function Rows({ count = 10, hasTwoLines = false }: { count?: number; hasTwoLines?: boolean }) {
  return Array.from({ length: count }, (_, index) => (
    <div className={hasTwoLines ? 'bone-row bone-row--two' : 'bone-row'} key={index}>
      <Bone width="84px" height={14} />
      <Bone width="40%" height={14} />
      <Bone width="20%" height={14} />
      <Bone width="72px" height={14} />
    </div>
  ))
}

/** A table below its filters. */
function FilteredRows({ hasTwoLines }: { hasTwoLines?: boolean }) {
  return (
    <div className="card card--flush">
      <div className="toolbar--table">
        <ChipBones />
      </div>
      <Rows hasTwoLines={hasTwoLines ?? false} />
    </div>
  )
}

function CardBones({ lines }: { lines: number }) {
  return (
    <div className="card pile">
      <Bone width="30%" height={16} />
      {Array.from({ length: lines }, (_, index) => (
        <Bone key={index} width={`${80 - 12 * (index % 3)}%`} height={14} />
      ))}
    </div>
  )
}

/** The boxes of each tab before what it shows is there. */
export const tabSkeletons: Record<TabName, ComponentType> = {
  Money: () => <FilteredRows hasTwoLines />,
  Plan: () => (
    <div className="pile">
      <CardBones lines={4} />
      <CardBones lines={3} />
      <div className="card card--flush">
        <Rows count={5} />
      </div>
    </div>
  ),
  Payments: FilteredRows,
  Documents: () => (
    <div className="card card--flush">
      <Rows />
    </div>
  ),
  Messages: () => (
    <div className="duo messages-duo">
      <FilteredRows hasTwoLines />
      <CardBones lines={8} />
    </div>
  ),
  Activity: () => (
    <div className="pile">
      <CardBones lines={4} />
      <CardBones lines={6} />
    </div>
  ),
  Notes: () => <CardBones lines={2} />,
}
