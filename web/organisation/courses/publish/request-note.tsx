import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { closeRequest, type PublishRequest } from '../../../../contract/organisation/course-versions.ts'
import { call } from '../../../api.ts'
import { isolated } from '../../../i18n/isolated.ts'
import { useLanguage } from '../../../i18n/language-provider.tsx'
import { nameInText } from '../../../messages/person-name.tsx'
import { useAct } from '../../../queries/use-act.ts'
import { Problem } from '../../frame/problem.tsx'
import { useNameOf } from '../../team/use-name-of.ts'
import { SendBack } from './send-back.tsx'

type Props = { courseId: string; request: PublishRequest; onAnswered(): void }

/** A request of another author to publish, or the own request with its answer. */
export function RequestNote(props: Props) {
  return props.request.isMine ? <Own {...props} /> : <OfAnother {...props} />
}

function useNames({ by, answer }: PublishRequest) {
  const { language } = useLanguage()
  const nameOf = useNameOf(by.name === null || answer?.by.name === null)
  return (author: PublishRequest['by']) => nameInText(nameOf(author), language)
}

function Own({ courseId, request, onAnswered }: Props) {
  const t = useTranslations('editor.publish.request')
  const format = useFormatter()
  const act = useAct()
  const nameOf = useNames(request)
  const { askedAt, answer } = request

  async function close() {
    const params = { id: courseId }
    if (await act.make(idempotencyKey => call(closeRequest, { params }, { idempotencyKey }))) onAnswered()
  }

  return (
    <section className="stack request">
      {!answer && <p>{t('askedOn', { date: format.dateTime(askedAt, { dateStyle: 'long', timeStyle: 'short' }) })}</p>}
      {answer?.outcome === 'published' && <p>{t('published', { name: nameOf(answer.by) })}</p>}
      {answer?.outcome === 'returned' && (
        <p>{t('returned', { name: nameOf(answer.by), why: isolated(answer.why ?? '') })}</p>
      )}
      {!answer && <ChangedSince request={request} />}
      <Problem of={act} />
      <button className="btn second small" type="button" aria-busy={act.isBusy} onClick={() => void close()}>
        {t(answer ? 'read' : 'takeBack')}
      </button>
    </section>
  )
}

function OfAnother({ courseId, request, onAnswered }: Props) {
  const t = useTranslations('editor.publish.request')
  const nameOf = useNames(request)
  const [isReturning, setIsReturning] = useState(false)
  const name = nameOf(request.by)
  return (
    <section className="stack request">
      <p>
        <b>{t('asks', { name })}</b>
      </p>
      {request.reason && <p>{t('asksReason', { reason: isolated(request.reason) })}</p>}
      <ChangedSince request={request} />
      {isReturning ? (
        <SendBack courseId={courseId} name={name} onDone={onAnswered} />
      ) : (
        <button className="btn second small" type="button" onClick={() => setIsReturning(true)}>
          {t('sendBack')}
        </button>
      )}
    </section>
  )
}

function ChangedSince({ request: { isChanged, writers } }: { request: PublishRequest }) {
  const t = useTranslations('editor.publish')
  if (!isChanged) return null
  const names = writers.map(name => isolated(name)).join(t('sep'))
  return <p className="said-wait">{names ? t('request.changedBy', { names }) : t('request.changed')}</p>
}
