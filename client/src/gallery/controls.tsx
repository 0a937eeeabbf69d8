import { useState } from 'react';
import { CopyButton } from '../components/copy-button';
import { Choice } from '../components/forms/choice';
import { Field } from '../components/forms/field';
import { PasswordChecks } from '../components/forms/password-checks';
import { SelectField } from '../components/forms/select-field';
import { ScrollArea } from '../components/layout/scroll-area';
import { RowMenu } from '../components/lists/row-menu';
import { Lookout } from '../components/lookout';
import { Notice } from '../components/status/notice';
import { Empty, Failure, Loading } from '../components/status/states';
import { GalleryPart } from './gallery-part';

/** Buttons, inputs and messages. */
export function Controls() {
  return (
    <>
      <GalleryPart title="Buttons">
        <div className="actions">
          <button className="button button-primary" type="button">
            Primary
          </button>
          <button className="button" type="button">
            Secondary
          </button>
          <button className="button button-small" type="button">
            Small
          </button>
          <button className="button button-primary" type="button" aria-disabled="true">
            Primary, busy
          </button>
          <button className="button" type="button" disabled>
            Disabled
          </button>
        </div>
      </GalleryPart>
      <GalleryPart title="Fields">
        <Field label="Plain" defaultValue="ana@example.com" />
        <Field label="With a hint" hint="Letters, digits and @ . + - _" />
        <Field label="At fault" defaultValue="1234" hint="A hint" faults={['The name cannot be digits only.']} />
        <Field label="Password" type="password" defaultValue="correct horse 7" />
      </GalleryPart>
      <GalleryPart title="Choice">
        <ChoiceOfFew />
      </GalleryPart>
      <GalleryPart title="Checkboxes, selects and dates">
        <label className="check">
          <input type="checkbox" /> Not chosen
        </label>
        <label className="check">
          <input type="checkbox" defaultChecked /> Chosen
        </label>
        <SelectField label="Select" name="select" options={[{ value: 'a', label: 'Option a' }]} />
        <Field label="Moment" type="datetime-local" defaultValue="2026-11-26T22:00" />
      </GalleryPart>
      <GalleryPart title="Actions of a row">
        <RowMenu
          of="ana"
          actions={[
            { label: 'Rename', onChoose: () => {} },
            { label: 'Remove', barred: 'The last one stays.', onChoose: () => {} },
          ]}
        />
      </GalleryPart>
      <GalleryPart title="Password checks">
        <PasswordChecks id="none" password="" repeated="" about={[]} />
        <PasswordChecks id="some" password="12345678" repeated="" about={[]} />
        <PasswordChecks id="all" password="correct horse 7" repeated="correct horse 7" about={['Ana']} />
      </GalleryPart>
      <GalleryPart title="Notices">
        <Notice>Something to know.</Notice>
        <Notice tone="good">It is done.</Notice>
        <Notice tone="warn">It needs you.</Notice>
        <Notice tone="bad">It failed. Try again.</Notice>
      </GalleryPart>
      <GalleryPart title="Empty, loading, failed">
        <Empty title="No versions yet">
          <p>The first one is written in the administration.</p>
        </Empty>
        <Loading />
        <Failure text="No connection to the server." onRetry={() => {}} />
      </GalleryPart>
      <GalleryPart title="Copying">
        <div className="actions">
          <CopyButton label="a number" text="42" />
          <CopyButton label="nothing" text="" />
          <CopyButton label="an address" text="/">
            Copy
          </CopyButton>
        </div>
      </GalleryPart>
      <GalleryPart title="Something larger than its place">
        <ScrollArea label="A long line">
          <p className="gallery-figure">{'0123456789'.repeat(30)}</p>
        </ScrollArea>
      </GalleryPart>
      <GalleryPart title="Look-out: dark and lit">
        {[false, true].map((lit) => (
          <div className="dusk gallery-lookout" key={String(lit)}>
            <Lookout lit={lit} />
          </div>
        ))}
      </GalleryPart>
    </>
  );
}

function ChoiceOfFew() {
  const [value, setValue] = useState('b');
  const options = ['a', 'b', 'c'].map((option) => ({ value: option, label: `Option ${option}` }));
  return <Choice legend="One of a few" value={value} onChoose={setValue} options={options} />;
}
