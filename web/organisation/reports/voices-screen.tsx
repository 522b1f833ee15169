import { useTranslations } from 'use-intl'
import { getVoiceReport, type VoiceReport } from '../../../contract/organisation/reports.ts'
import { isolated } from '../../i18n/isolated.ts'
import { ActLink, OrgLink } from '../frame/org-link.tsx'
import { useFile } from '../frame/save-file/use-file.ts'
import { useMentorLabel } from '../mentor-labels.ts'
import { Chart } from './chart.tsx'
import { FilterBar } from './filters/filter-bar.tsx'
import { pathsFor, queryOf, type ReportFilters, useFilters } from './filters-in-url.ts'
import { FindingLine } from './finding.tsx'
import { ReportPage } from './report-page.tsx'
import { ReportedName } from './reported-name.tsx'
import { useReport } from './use-report.ts'
import { useDuration } from './use-words.ts'

type Mentor = VoiceReport['mentors'][number]

/** Spoken answers and messages that nobody has answered: how many, since when and with which mentor. */
export function VoicesScreen() {
  const t = useTranslations('reports.voices')
  const duration = useDuration()
  const [filters, change] = useFilters()
  const query = queryOf(filters, ['mentor', 'link'])
  const report = useReport(getVoiceReport, query)
  const file = useFile(getVoiceReport, query)
  const label = useMentorLabel()
  const nameOf = ({ mentorId, name }: Mentor) => (name === null ? t('nobody') : <bdi>{label(mentorId, name)}</bdi>)
  return (
    <ReportPage
      tab="voices"
      filters={filters}
      report={report}
      choices={<FilterBar filters={filters} onChange={change} names={['mentor', 'link']} />}
    >
      {({ count, mentors }) => (
        <>
          <ReportFinding count={count} mentors={mentors} filters={filters} />
          {count > 0 && (
            <Chart
              title={t('title')}
              heads={[t('mentor'), t('count'), t('longest')]}
              rows={mentors.map(mentor => {
                const oldest = duration(mentor.waiting[0]?.ageMs ?? 0)
                return {
                  key: String(mentor.mentorId),
                  label: <b>{nameOf(mentor)}</b>,
                  about: t('oldest', { duration: oldest }),
                  value: t('recordings', { count: mentor.count }),
                  parts: [{ value: mentor.count }],
                  cells: [mentor.count, oldest],
                }
              })}
              file={file}
              note={t('note')}
            />
          )}
          {mentors.map(mentor => (
            <section className="card" key={String(mentor.mentorId)}>
              <h2>{nameOf(mentor)}</h2>
              <ol className="todo">
                {mentor.waiting.map(({ uid, since, ageMs, ...person }) => (
                  <li key={`${uid} ${since}`}>
                    <p className="grow">
                      <OrgLink to={`/org/people/${encodeURIComponent(uid)}`}>
                        <ReportedName person={person} nameless={t('nameless')} />
                      </OrgLink>
                      <span className="meta">{t('waits', { duration: duration(ageMs) })}</span>
                    </p>
                  </li>
                ))}
              </ol>
            </section>
          ))}
        </>
      )}
    </ReportPage>
  )
}

function ReportFinding({ count, mentors, filters }: VoiceReport & { filters: ReportFilters }) {
  const t = useTranslations('reports.voices')
  const duration = useDuration()
  const label = useMentorLabel()
  const [first] = mentors
  const [oldest] = first?.waiting ?? []
  if (!first || !oldest) return <FindingLine title={t('none')} />
  const { mentorId, name } = first
  return (
    <FindingLine
      isUrgent
      title={t('finding', { count })}
      about={t('findingAbout', {
        duration: duration(oldest.ageMs),
        mentor: name === null ? t('nobody') : isolated(label(mentorId, name)),
      })}
      act={<ActLink to={pathsFor(filters).waitingPeople}>{t('seeWho')}</ActLink>}
    />
  )
}
