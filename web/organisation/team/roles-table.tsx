import { useTranslations } from 'use-intl'
import { teamRoles } from '../../../contract/team-roles.ts'
import { Icon } from '../../ui/icon.tsx'

const columns = [...teamRoles, 'mentor'] as const
type Column = (typeof columns)[number]

/** What each role allows. The server has the same rules. */
const allowed = {
  learn: columns,
  messages: ['mentor'],
  waiting: ['owner', 'coordinator', 'mentor'],
  people: ['owner', 'coordinator'],
  courses: ['owner', 'author'],
  reports: ['owner', 'coordinator', 'author'],
  erase: ['owner'],
  settings: ['owner'],
} as const satisfies Record<string, readonly Column[]>

export function RolesTable() {
  const t = useTranslations('team')
  const acts = Object.entries(allowed) as [keyof typeof allowed, readonly Column[]][]
  return (
    <section className="stack">
      <h2>{t('allows')}</h2>
      <table className="table may">
        <thead>
          <tr>
            <td />
            {columns.map(column => (
              <th key={column} scope="col">
                {t(`role.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {acts.map(([act, may]) => (
            <tr key={act}>
              <th scope="row">{t(`may.${act}`)}</th>
              {columns.map(column =>
                may.includes(column) ? (
                  <td key={column} className="yes" data-l={t(`role.${column}`)}>
                    <Icon name="check" />
                    <span className="visually-hidden">{t('yes')}</span>
                  </td>
                ) : (
                  <td key={column} className="no">
                    <span className="visually-hidden">{t('no')}</span>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
