import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { HomeItem } from '../../../contract/organisation/home.ts'
import { FOR_PEOPLE } from '../../../contract/team-roles.ts'
import { isolated } from '../../i18n/isolated.ts'
import { OpenApproveSignIn } from '../../inbox/let-in/open-approve-sign-in.tsx'
import { useQuery } from '../../queries/use-query.ts'
import { Icon } from '../../ui/icon.tsx'
import { useUser } from '../../user/user.ts'
import { AsOf } from '../frame/as-of.tsx'
import { NotLoaded } from '../frame/not-loaded.tsx'
import { useRefetchAfter } from '../frame/use-refetch-after.ts'
import { FirstSteps } from './first-steps.tsx'
import { homeQuery } from './home-query.ts'
import { Item } from './item.tsx'

/** What a colleague has done meanwhile disappears within this time. */
const ASKED_EVERY_MS = 30_000

/** Lists the items that wait for this person, each with one act. */
export function OrganisationHomeScreen() {
  const t = useTranslations('org.home')
  const home = useQuery(homeQuery)
  const { displayName: name, teamRoles = [] } = useUser().data?.user ?? {}
  const [isDrawn, setIsDrawn] = useState(false)
  if (!isDrawn && !home.isPending) setIsDrawn(true)
  const letIn = teamRoles.some(role => FOR_PEOPLE.includes(role)) && <OpenApproveSignIn />
  return (
    <main className="page">
      <header>
        <div className="grow">
          <h1 tabIndex={-1}>{name ? t('hello', { name: isolated(name) }) : t('welcome')}</h1>
        </div>
      </header>
      <AsOf of={home} />
      {home.data && <FirstSteps steps={home.data.firstSteps} timeZone={home.data.timeZone} />}
      <section className="card">
        <div className="card-head">
          <h2>{t('waits')}</h2>
          {/* The button has one place, or its dialog would close. It comes with the data, so the card moves once. */}
          {isDrawn && letIn}
        </div>
        <Items />
      </section>
    </main>
  )
}

function Items() {
  const t = useTranslations('org.home')
  const format = useFormatter()
  const home = useQuery(homeQuery)
  useRefetchAfter(home, ASKED_EVERY_MS)
  if (!home.data) return <NotLoaded error={home.error} label={t('waits')} text={t('error')} onRetry={home.refetch} />
  const { items, checkedAt } = home.data
  return (
    <>
      <ul className="todo">
        {items.map(item => (
          <Item key={keyOf(item)} item={item} />
        ))}
        {items.length === 0 && (
          <li>
            <span className="badge good">
              <Icon name="check" />
            </span>
            <p className="grow">
              <b>{t('well')}</b>
            </p>
          </li>
        )}
      </ul>
      <p className="meta">{t('checked', { time: format.dateTime(checkedAt, { timeStyle: 'short' }) })}</p>
    </>
  )
}

/** Some kinds have one item for each way of sending, or one item for each course. */
function keyOf(item: HomeItem): string {
  return [item.kind, 'what' in item && item.what, 'courseId' in item && item.courseId].join(' ')
}
