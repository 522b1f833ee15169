import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { compareCourse } from '../../../../contract/organisation/course-files.ts'
import { type AtWork, discardDraft } from '../../../../contract/organisation/drafts.ts'
import { call } from '../../../api.ts'
import type { OpenedDraft } from '../../../editor/draft/open-draft.ts'
import { useLanguage } from '../../../i18n/language-provider.tsx'
import { nameInText } from '../../../messages/person-name.tsx'
import { queryClient } from '../../../queries/query-client.ts'
import { useAct } from '../../../queries/use-act.ts'
import { useQuery } from '../../../queries/use-query.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Sheet } from '../../../ui/sheet/sheet.tsx'
import { Problem } from '../../frame/problem.tsx'
import { useNameOf } from '../../team/use-name-of.ts'
import { Changes } from '../compare/changes.tsx'
import { orgCoursesQuery } from '../courses-query.ts'

/** Throws away what was written since the published version. A course that was never published is deleted instead. */
export function DiscardDraft({ opened }: { opened: OpenedDraft }) {
  const t = useTranslations('editor.discard')
  const [state, setState] = useState<'closed' | 'sending' | 'unsent' | 'open'>('closed')

  async function begin() {
    setState('sending')
    // Edits that are sent later would begin a new draft.
    setState((await opened.flush()) ? 'open' : 'unsent')
  }

  return (
    <div className="stack tight">
      <div>
        <button
          className="btn quiet small"
          type="button"
          aria-busy={state === 'sending'}
          onClick={() => void (state !== 'sending' && begin())}
        >
          {t('open')}
        </button>
      </div>
      {state === 'unsent' && <Alert title={t('unsent')} />}
      {state === 'open' && <DiscardSheet opened={opened} onClose={() => setState('closed')} />}
    </div>
  )
}

function DiscardSheet({ opened, onClose }: { opened: OpenedDraft; onClose(): void }) {
  const t = useTranslations('editor.discard')
  const act = useAct()
  const params = { id: opened.courseId }
  const [seen, setSeen] = useState(() => revisionAndVersion(opened))
  const { revision, version } = seen
  const changes = useQuery({
    queryKey: ['organisation', 'discard', opened.courseId, String(revision)],
    queryFn: async () => (await call(compareCourse, { params, query: { a: String(version), b: 'draft' } })).data,
    staleTime: 0,
  })
  const isLate = act.error?.code === 'courses/changed-meanwhile'

  async function discard() {
    const body = { revision }
    const reply = await act.make(
      idempotencyKey => call(discardDraft, { params, body }, { idempotencyKey }),
      ({ code }) => code === 'courses/changed-meanwhile' && void showChanged(),
    )
    if (!reply) return
    await opened.refresh()
    for (const queryKey of [orgCoursesQuery.queryKey, ['organisation', 'home'], ['organisation', 'effects']])
      void queryClient.invalidateQueries({ queryKey })
    onClose()
  }

  async function showChanged() {
    await opened.refresh()
    setSeen(revisionAndVersion(opened))
  }

  return (
    <Sheet title={t('title')} isLoose isBusy={act.isBusy} onClose={onClose}>
      <p>{t('lead', { version: version ?? 0 })}</p>
      <Others atWork={opened.get().atWork} />
      {isLate ? <Alert title={t('late')} /> : <Problem of={act} />}
      {changes.isPending && <p role="status">{t('loading')}</p>}
      {!changes.isPending && !changes.data && (
        <LoadFailed error={changes.error} text={t('error')} onRetry={changes.refetch} />
      )}
      {changes.data && (
        <details className="more">
          <summary>
            <b>{t('goes', { count: changes.data.differences.length + changes.data.files.length })}</b>
            <Icon name="down" />
          </summary>
          <div className="stack">
            <Changes compared={changes.data} />
          </div>
        </details>
      )}
      <p className="meta">{t('stays')}</p>
      <button className="btn wide" type="button" aria-busy={act.isBusy} onClick={() => void discard()}>
        {t('discard')}
      </button>
    </Sheet>
  )
}

/** Who else has the draft open, and would lose it, too. */
function Others({ atWork }: { atWork: readonly AtWork[] }) {
  const t = useTranslations('editor.discard')
  const format = useFormatter()
  const { language } = useLanguage()
  const nameOf = useNameOf(atWork.some(({ by }) => by.name === null))
  if (atWork.length === 0) return null
  const names = format.list(atWork.map(({ by }) => nameInText(nameOf(by), language)))
  return <p className="said-wait">{t('others', { names })}</p>
}

function revisionAndVersion(opened: OpenedDraft) {
  const { revision = 0, version = null } = opened.get().writing?.base ?? {}
  return { revision, version }
}
