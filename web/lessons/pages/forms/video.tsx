import { useTranslations } from 'use-intl'
import { usePageForm } from '../../../editor/fields/form-context.ts'
import { MediaFields } from '../../../editor/fields/media-fields.tsx'
import { PageText } from '../../../editor/fields/page-text.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import type { PageForm } from './page-form.ts'

export const video: PageForm = {
  type: 'video',
  icon: 'film',
  options: ['autoAdvance'],
  hasHint: false,
  hasOwnFilm: true,
  fresh: () => undefined,
  Form() {
    const t = useTranslations('editor')
    const { read, change } = usePageForm()
    const path = ['options', 'autoAdvance']
    return (
      <>
        <MediaFields path={[]} isFilmOnly />
        <PageText path={['textContent']} label={t('text')} />
        <Switch
          label={t('option.autoAdvance.label')}
          isOn={read(path) === true}
          onChange={isOn => change({ op: 'set', path, to: isOn ? true : undefined })}
        />
      </>
    )
  },
}
