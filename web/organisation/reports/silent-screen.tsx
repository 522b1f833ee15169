import { useTranslations } from 'use-intl'
import { getSilentReport, type SilentReport } from '../../../contract/organisation/reports.ts'
import { isolated } from '../../i18n/isolated.ts'
import { useAgo } from '../../inbox/list/use-since.ts'
import { Icon } from '../../ui/icon.tsx'
import { ActLink, OrgLink } from '../frame/org-link.tsx'
import { useFile } from '../frame/save-file/use-file.ts'
import { useMentorLabel } from '../mentor-labels.ts'
import { Chart } from './chart.tsx'
import { FilterBar } from './filters/filter-bar.tsx'
import { pathsFor, queryOf, type ReportFilters, useFilters } from './filters-in-url.ts'
import { FindingLine } from './finding.tsx'
import { KindWordsCard } from './kind-words/kind-words.tsx'
import { ReportPage } from './report-page.tsx'
import { ReportedName } from './reported-name.tsx'
import { useReport } from './use-report.ts'

const names = ['course', 'mentor', 'link', 'lesson', 'language'] as const

type Group = SilentReport['groups'][number]

/** People who began and have not been here for some days, grouped by where they stopped. */
export function SilentScreen() {
  const t = useTranslations('reports.silent')
  const [filters, change] = useFilters()
  const query = queryOf(filters, names)
  const report = useReport(getSilentReport, query)
  const file = useFile(getSilentReport, query)
  return (
    <ReportPage
      tab="silent"
      filters={filters}
      report={report}
      choices={<FilterBar filters={filters} onChange={change} names={names} />}
    >
      {({ finding, count, afterDays, groups, notStarted }) => (
        <>
          <ReportFinding finding={finding} count={count} afterDays={afterDays} filters={filters} />
          <Chart
            title={t('title')}
            heads={[t('where'), t('people')]}
            rows={groups.map(group => ({
              key: keyOf(group),
              label: <Where group={group} />,
              about: <Place group={group} />,
              value: t('count', { count: group.count }),
              parts: [{ value: group.count, ...(group.code === 'unanswered' ? { kind: 'lost' as const } : {}) }],
              cells: [group.count],
            }))}
            file={file}
            note={[t('after', { count, days: afterDays }), t('notStarted', { count: notStarted })].join(' ')}
          />
          <KindWordsCard query={query} />
          {groups.length > 0 && (
            <section className="card">
              <h2>{t('who')}</h2>
              {groups.map(group => (
                <People key={keyOf(group)} group={group} />
              ))}
            </section>
          )}
        </>
      )}
    </ReportPage>
  )
}

function keyOf({ code, lessonId, pageId, mentorId }: Group): string {
  return [code, lessonId, pageId, mentorId].join(' ')
}

type FindingProps = Pick<SilentReport, 'finding' | 'count' | 'afterDays'> & { filters: ReportFilters }

function ReportFinding({ finding, count, afterDays, filters }: FindingProps) {
  const t = useTranslations('reports.silent')
  const { waitingPeople, silentPeople } = pathsFor(filters)
  if (count === 0) return <FindingLine title={t('nobody', { days: afterDays })} />
  if (finding?.code === 'unanswered')
    return (
      <FindingLine
        isUrgent
        title={t('unansweredFinding', { count: finding.count })}
        act={<ActLink to={waitingPeople}>{t('seeWaiting')}</ActLink>}
      />
    )
  const act = <ActLink to={silentPeople}>{t('seeSilent')}</ActLink>
  if (finding) return <FindingLine isUrgent title={t('more', { count, before: finding.before ?? 0 })} act={act} />
  return <FindingLine title={t('usual', { count })} act={act} />
}

function Where({ group: { code, pageTitle } }: { group: Group }) {
  const t = useTranslations('reports.silent')
  if (code === 'unanswered') return t('unanswered')
  return pageTitle === null ? t('elsewhere') : t('before', { title: isolated(pageTitle) })
}

function Place({ group: { code, lessonTitle, mentorId, mentorName } }: { group: Group }) {
  const t = useTranslations('reports.silent')
  const label = useMentorLabel()
  if (code === 'stopped') return lessonTitle === null ? null : <bdi>{lessonTitle}</bdi>
  return mentorName === null ? t('noMentor') : t('mentor', { name: isolated(label(mentorId, mentorName)) })
}

/** The names of a group, the longest silent first. Each name leads to the person. */
function People({ group }: { group: Group }) {
  const t = useTranslations('reports.silent')
  const ago = useAgo()
  const label = useMentorLabel()
  return (
    <details className="silent-people">
      <summary>
        <span className="grow">
          <Where group={group} />
        </span>
        <b>{t('count', { count: group.count })}</b>
        <Icon name="down" />
      </summary>
      <ul className="todo">
        {group.people.map(({ uid, lastAt, mentorId, mentorName, ...person }) => (
          <li key={uid}>
            <p className="grow">
              <OrgLink to={`/org/people/${encodeURIComponent(uid)}`}>
                <ReportedName person={person} nameless={t('nameless')} />
              </OrgLink>
              <span className="meta">
                {t('lastHere', { ago: ago(lastAt) })}
                {mentorName !== null &&
                  group.code === 'stopped' &&
                  t('withMentor', { name: isolated(label(mentorId, mentorName)) })}
              </span>
            </p>
          </li>
        ))}
      </ul>
      {group.people.length < group.count && <p className="meta">{t('first', { count: group.people.length })}</p>}
    </details>
  )
}
