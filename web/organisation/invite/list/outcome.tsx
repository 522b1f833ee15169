import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ListedRow } from '../../../../contract/organisation/invitation-lists.ts'
import { PersonName } from '../../../messages/person-name.tsx'
import { useMentorLabel } from '../../mentor-labels.ts'

/** More rows at once would be slow on a phone. */
const AT_A_TIME = 500

/** Each person of the list, with the outcome. */
export function ListOutcome({ rows }: { rows: readonly ListedRow[] }) {
  const t = useTranslations('invite.list')
  const people = useTranslations('people')
  const label = useMentorLabel()
  const [shown, setShown] = useState(AT_A_TIME)
  if (rows.length === 0) return null
  return (
    <section className="stack">
      <h2>{t('outcome')}</h2>
      <table className="table lean">
        <thead>
          <tr>
            <th scope="col">{t('name')}</th>
            <th scope="col">{t('phone')}</th>
            <th scope="col">{t('mentor')}</th>
            <th scope="col">{t('state')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map(row => (
            <tr key={row.number}>
              <th scope="row">
                <bdi>{row.name ?? t('row', { number: row.number })}</bdi>
              </th>
              <td>
                <PersonName name={row.phoneNumber} />
              </td>
              <td>{row.mentor && <bdi>{label(row.mentor.id, row.mentor.name)}</bdi>}</td>
              <td>
                {/* If the reason is unknown, the text may have been sent, so no state is shown. */}
                {row.reason !== 'unknown' && t(`states.${row.state}`)}
                {row.reason && row.reason !== 'unknown' && t('comma')}
                {row.reason && t(`why.${row.reason as 'here'}`)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown && (
        <>
          <p className="meta">{people('shown', { shown, total: rows.length })}</p>
          <button className="btn second" type="button" onClick={() => setShown(shown + AT_A_TIME)}>
            {t('more')}
          </button>
        </>
      )}
    </section>
  )
}
