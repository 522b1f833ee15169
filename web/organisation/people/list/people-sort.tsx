import { useTranslations } from 'use-intl'
import type { PeopleSort } from '../../../../contract/organisation/people.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { ListChange, PeopleList } from './list-in-url.ts'

export type Sorting = { list: PeopleList; onSort(change: ListChange): void }

/** A heading that sorts by its column. The first press sorts names upwards, and times downwards. */
export function SortHead({ by, list, onSort }: { by: PeopleSort & ('name' | 'active') } & Sorting) {
  const t = useTranslations('people')
  const isCurrent = list.sort === by
  const isUp = (by === 'name') !== list.isReversed
  const direction = isUp ? 'ascending' : 'descending'
  return (
    <th scope="col" aria-sort={isCurrent ? direction : undefined}>
      <button
        className="in-table"
        type="button"
        onClick={() => onSort(now => ({ sort: by, isReversed: now.sort === by && !now.isReversed }))}
      >
        {t(by)}
        {isCurrent && (
          <span className={isUp ? 'sort-up' : 'sort-down'}>
            <Icon name="down" />
          </span>
        )}
      </button>
      <span className="in-card">{t(by)}</span>
    </th>
  )
}

const orders = ['active', 'active-reversed', 'name', 'name-reversed'] as const

/** Replaces the headings of the columns where each row is a card. */
export function SortSelect({ list, onSort }: Sorting) {
  const t = useTranslations('people')
  const shown = list.filter === 'waiting' ? (['waiting', ...orders] as const) : orders
  return (
    <label className="sort-select in-card">
      <span>{t('sort')}</span>
      <select
        className="input"
        value={list.isReversed ? `${list.sort}-reversed` : list.sort}
        onChange={({ target }) => {
          const [sort, reversed] = target.value.split('-')
          onSort({ sort: sort as PeopleSort, isReversed: reversed !== undefined })
        }}
      >
        {shown.map(order => (
          <option key={order} value={order}>
            {t(`orders.${order}`)}
          </option>
        ))}
      </select>
    </label>
  )
}
