import { Bone } from '../../ui/skeleton/skeleton.tsx'
import { tabSkeletons } from './tab-skeletons.tsx'
import { tabs, type TabName } from './family-tabs.ts'
import './glance.css'
import '../ui/tabs/tabs.css'

const four = [0, 1, 2, 3]

/** The boxes of a family's page before it is there. */
export function FamilySkeleton({ tab }: { tab: TabName }) {
  const TabSkeleton = tabSkeletons[tab]
  return (
    <div className="stack stack--20">
      <div className="card card--flush glance">
        {four.map((index) => (
          <div key={index}>
            <span className="glance__label">
              <Bone width="45%" height={12} />
            </span>
            <Bone width="50%" height={24} top={4} />
            <Bone width="95%" height={10} top={8} />
            <Bone width="75%" height={10} top={4} />
          </div>
        ))}
      </div>
      <div className="duo">
        <div className="pile">
          <div className="tabs">
            {tabs.map(({ name }) => (
              <span key={name} className="tabs__item" aria-current={name === tab ? 'page' : undefined}>
                {name}
              </span>
            ))}
          </div>
          <TabSkeleton />
        </div>
        <div className="pile family-aside">
          {four.map((index) => (
            <div className="card" key={index}>
              <div className="pile">
                <Bone width="45%" height={14} />
                <Bone width="90%" height={14} />
                <Bone width="72%" height={14} />
              </div>
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
