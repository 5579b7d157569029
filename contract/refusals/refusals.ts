import { RECENT_HOURS } from '../../shared/limits.ts'
import { filled, type Values, type ValuesOf } from '../../shared/sentences.ts'

/**
 * Every refusal of the API: its code, its HTTP status, what it means and what to do about it; and each reason that an
 * answer can have for it, with its sentence. A use case names the code, the reason and its values. An answer without a
 * reason says what the code means, or the first of its issues. The reference, docs/errors.md, the write guide and the
 * app show it from here.
 */
export const refusals = {
  invalid_request: {
    status: 400,
    meaning:
      'The body, query or path does not fit its schema. `issues` lists each problem and where it is.',
    remedy: 'Correct what `issues` names and send the request again.',
    reasons: {
      empty_body: 'The body is empty; send a JSON object with the fields that `issues` names.',
      idempotency_key_length: 'The header Idempotency-Key must have 1 to 255 characters.',
      takes_no_body: 'This request takes no body.',
      path_not_valid: 'The path is not valid; percent-encode it, as UTF-8.',
      connection_closed: 'The connection closed before the answer was ready.',
      form_incomplete: 'The form is incomplete; send all of it.',
      headers_too_large:
        'The address and the headers of a request can have up to 16 KiB together; send less, such as a shorter filter.',
      took_too_long: 'The request took too long to arrive; send it again.',
      not_http: 'This cannot be read as an HTTP request; send a valid one.',
      new_column_filled:
        '{path}: a column that the service fills can be neither required nor unique.',
      column_filled: '{column} is filled by the service.',
      address: '{field}: {problem}.',
      too_many_webhooks: 'A workspace can have at most {most} webhooks; delete one first.',
      too_many_channels: 'A workspace can have at most {most} channels; delete one first.',
      too_many_addresses: '{name} can have at most {most} addresses; delete one first.',
      too_many_hooks: '{name} can have at most {most} hooks; delete one first.',
    },
  },
  invalid_json: {
    status: 400,
    meaning: 'The body is not JSON that this API accepts.',
    remedy: 'Send a JSON object, encoded as UTF-8, nested at most 32 levels.',
    reasons: {
      not_utf8: 'The body is not valid UTF-8; send it as UTF-8.',
      empty_body: 'The body is empty; send a JSON object.',
      not_json:
        'The body is not valid JSON: line {line}, column {column} has {found} where {wanted} should be.',
      other_quotes:
        'The body is not valid JSON: line {line}, column {column} has {found}; put names and texts in double quotes (").',
      ends_early: 'The body is not valid JSON: it ends too early; send all of it.',
      neither: 'The body is neither a JSON object nor a list.',
      too_deep: 'The body is nested deeper than {most} levels.',
      member_name: 'The body has a member called "{name}"; rename it.',
      nul_character: 'The body holds a NUL character (\\u0000); remove it.',
      half_character: 'The body holds half of a surrogate pair; send whole characters.',
    },
  },
  invalid_rows: {
    status: 400,
    meaning: 'A cell or the body is wrong, and nothing was written. `errors` lists every problem.',
    remedy: 'Correct what `errors` names, by row and column, and send the whole request again.',
    reasons: {
      several_problems: '{problems} problems in {rows} of {batch} rows; nothing was written',
      not_an_object: 'the body must be a JSON object with "cells" or "rows"',
      cells_or_rows: 'send either "cells" (one row) or "rows" (1 to 500 rows), not both or neither',
      on_conflict: '"onConflict" must be "keep" or "update"',
      rows_not_a_list: '"rows" must be a list of 1 to 500 rows',
      no_rows: '"rows" is empty; send 1 to 500 rows',
      too_many_rows: '"rows" has {count} rows; send at most {most} per request',
      external_id_of_board: '"external_id" works only with page keys on /v1/ingest/records',
      external_id_of_batch: '"external_id" goes next to "cells"; in a batch give each row its own',
      unknown_field: '"{field}" is not a field of this request',
      near_field: '"{field}" is not a field of this request; the nearest is "{nearest}"',
      list_of_rows: 'a list of rows is sent as "rows": {"rows": [{"cells": {"column": value}}]}',
      values_beside_cells: '"{field}" is not a field of this request; put the values into "cells"',
    },
  },
  invalid_cursor: {
    status: 400,
    meaning: 'The cursor did not come from this list.',
    remedy: 'Start the list again without `cursor`.',
  },
  unknown_reference: {
    status: 400,
    meaning:
      'A field or a cell names something that does not exist in this workspace. `issues` or `errors` lists where.',
    remedy: 'Name something that exists in this workspace, or make it first.',
    reasons: {
      several_problems: '{problems} problems in {rows} of {batch} rows; nothing was written',
      does_not_exist: '{field} names something that does not exist here.',
    },
  },
  unknown_column: {
    status: 400,
    meaning: 'The request names a column that does not exist here.',
    remedy: 'Name a column by its key, its id or its name.',
    reasons: {
      not_here: 'There is no column "{column}" here.',
      near_column: 'There is no column "{column}" here; the nearest is {nearest}.',
    },
  },
  email_only: {
    status: 400,
    meaning: 'A subject and HTML are for email only; texts take neither.',
    remedy: 'Leave out `subject` and `content_html`.',
  },
  template_fields_missing: {
    status: 400,
    meaning: 'The record has no value for some of the template’s fields.',
    remedy: 'Fill the cells that `issues` names, or give the fields a fallback: `{{name|there}}`.',
    reasons: {
      columns: 'The record has no value for {columns}, and the template has no fallback.',
    },
  },
  invalid_token: {
    status: 400,
    meaning: 'The link was not sent by this service, has been used, or has expired.',
    remedy: 'Ask for a new link.',
    reasons: {
      link: 'This link has already been used, is more than an hour old, or is incomplete; ask for a new one.',
    },
  },
  invalid_message: {
    status: 400,
    meaning: 'The provider sent something that cannot be read as a message.',
    remedy: 'Send it as the provider’s documentation describes.',
    reasons: {
      no_id: 'The field {field} is missing, or is not an id.',
      no_field: 'The field {field} is missing.',
      too_many_lines: 'The message has more than 2,000,000 lines.',
      too_many_files: 'The message has more than {most} files.',
      files_too_large: 'The message has files of more than 25 MiB.',
      too_many_parts: 'The message has more than {most} parts, or its headers are too large.',
      loop: 'The message has passed too many mail servers: it is in a loop.',
      no_sender: 'The message has no email address in From, Sender or Reply-To.',
    },
  },
  party_is_fixed: {
    status: 400,
    meaning: 'You cannot change who a split belongs to. Retire it and add a new one.',
    remedy: 'Deactivate the split with a successor for the other party.',
    reasons: {
      party: '{path} cannot be changed: retire the split and add a new one for the right party.',
    },
  },
  unauthenticated: {
    status: 401,
    meaning: 'There is no credential, or it does not work here.',
    remedy: 'Sign in, or send a key that works here, as `Authorization: Bearer` or `X-API-Key`.',
    reasons: {
      no_access_token: 'Sign in: this route needs an access token.',
      unknown_access_token:
        'The access token is unknown, or it has ended or expired; sign in again or use another.',
      session_ended: 'The session has ended; sign in again.',
      no_key: 'an API key is required',
      no_board_key: 'a board API key is required',
      no_page_key: 'a page API key is required',
      not_bearer: '{wanted} API key is required',
      page_key: '{wanted} API key is required',
      session_token: '{wanted} API key is required',
      unknown_key: 'that key does not work here',
      no_hook_secret:
        'Send Authorization: Bearer with this channel’s hook secret, which you get when you create the channel or rotate its secret.',
      hook_not_signed:
        'The header {header} is missing, or does not sign this body with the secret of this hook.',
      hook_signature_late:
        'The header {header} signs a time that is more than {minutes} minutes from now.',
      not_signed:
        'The header X-Twilio-Signature is missing, or does not sign {url} and the form with this channel’s auth token.',
    },
  },
  wrong_password: {
    status: 401,
    meaning: 'The email or the password is wrong.',
    remedy: 'Try again. To reset a forgotten password, use an emailed link or ask the operator.',
    reasons: {
      current: 'The current password is wrong.',
      own: 'The password is wrong. This email already has an account: enter the password that you sign in with.',
    },
  },
  password_required: {
    status: 403,
    meaning: `You last gave your password more than ${RECENT_HOURS} hours ago.`,
    remedy: 'Send your password too, as `password`.',
  },
  plan_required: {
    status: 402,
    meaning: 'The plan does not include this operation.',
    remedy: 'Ask the operator for a plan that includes it.',
    reasons: {
      other_plan: 'This needs the plan {plan}; the workspace has {current}.',
    },
  },
  forbidden: {
    status: 403,
    meaning: 'Your role, or the key’s scope, does not allow it.',
    remedy: 'Ask for a role, or use a key, that allows it.',
    reasons: {
      role_too_low: 'This needs the role {least} or above; yours is {role}.',
      beyond_token:
        'This clashes with something that this access token does not reach; use a token that reaches more.',
      view_private: 'Only the creator can make a view private.',
      view_of_others: 'Only the creator, admins and owners can change a view.',
      comment_of_others: 'Only the author can change a comment.',
      comment_not_deleted: 'Only the author or an admin can delete a comment.',
      see_as: 'Only admins and owners can see as somebody else; leave out as.',
      token_reach: 'This access token reaches only the boards and pages that it names.',
      add_columns: 'Only admins and owners can add columns.',
      keep_values:
        'Only admins and owners can add the column that keeps values that do not fit. Ask one of them to import the file.',
      add_options: 'Only admins and owners can add options to a column.',
      funded_amount: 'Only managers and above can change the funded amount of a deal.',
      deal_notes: 'Only people who can see all of a deal’s money can change its notes.',
      undo_too_late:
        'Only the person who completed it can undo that, within {minutes} minutes. An admin or an owner can reopen it.',
      sign_for_workspace:
        'Only an admin or owner can sign for the workspace; your role is {role}. Leave forWorkspace out to sign for yourself.',
      filter_needed:
        'This access token reaches only some boards and pages: name them in filter.definitionKeys.',
      admin_no_more: 'You are no longer an admin here; ask an owner.',
      owners_delete: 'Only an owner can delete the workspace.',
      owners_only: 'Only an owner can make, change or remove an owner.',
      no_seat:
        'You have no active seat in any workspace; ask an admin of yours to invite or reactivate you.',
      key_scope_missing: 'this key does not have the scope {scope}',
      other_key: 'this is a {given} key; this route takes a {wanted} key',
    },
  },
  session_required: {
    status: 403,
    meaning:
      'This route is for a person who is signed in, or takes a session; what was sent is neither.',
    remedy:
      'Send the access token of a sign-in. Access tokens made for programs are refused where only a person may act, keys on all routes outside ingest.',
    reasons: {
      access_token:
        'This is for a person who is signed in; an access token made for a program is refused.',
    },
  },
  insufficient_scope: {
    status: 403,
    meaning:
      'The access token does not have the scope that this operation needs. `scope` names it.',
    remedy: 'Make a token with that scope, and use it instead.',
    reasons: {
      scope_missing: 'This needs an access token with the scope {scope}.',
    },
  },
  address_not_allowed: {
    status: 403,
    meaning: 'The access token may not be used from this network address.',
    remedy: 'Send the request from an address that the token names, or make another token.',
    reasons: {
      other_address: 'This access token may not be used from {address}.',
      unknown_address: 'This access token may not be used from this address.',
    },
  },
  origin_not_allowed: {
    status: 403,
    meaning: 'The key may not be used by pages of that site.',
    remedy: 'Send the request from a site that the key names, or from a program outside a browser.',
    reasons: {
      other_origin: 'this key may not be used by pages of {origin}',
    },
  },
  csrf_refused: {
    status: 403,
    meaning:
      'A change made with the session cookie needs the header X-Sourcebook-Session: cookie, and must come from the service’s own origin.',
    remedy:
      'Send the header `X-Sourcebook-Session: cookie` from a page of the service itself, or use an access token.',
    reasons: {
      no_header:
        'A change made with the session cookie needs the header X-Sourcebook-Session: cookie.',
      other_origin:
        "The session cookie works from the service's own pages only, not from {origin}.",
    },
  },
  signup_closed: {
    status: 403,
    meaning: 'You cannot sign up for a new workspace here.',
    remedy: 'Ask somebody in a workspace for an invitation.',
    reasons: {
      closed:
        'Sign-up is closed here; ask an admin of a workspace to invite you, or the operator to set SIGNUP=open.',
    },
  },
  column_locked: {
    status: 403,
    meaning: 'Your seat can see the column but not edit it.',
    remedy: 'Leave the column out.',
    reasons: {
      not_editable: 'Your seat cannot edit {column}.',
    },
  },
  not_found: {
    status: 404,
    meaning: 'It does not exist, or you cannot see it.',
    remedy: 'Check the id or the key in the path.',
    reasons: {
      no_route: 'There is no such route.',
      near_route: 'There is no such route; the nearest is {nearest}.',
      things: 'There is no such {things}, or you cannot see it.',
      workspace: 'There is no workspace with the slug "{slug}".',
      account: 'There is no account with the email {email}.',
      key: 'There is no key with the id {key}.',
    },
    people: {
      text: 'It doesn’t exist, or you don’t have access to it.',
    },
  },
  method_not_allowed: {
    status: 405,
    meaning: 'The path exists, but does not take this method. `Allow` lists those that it takes.',
    remedy: 'Use one of the methods in `Allow`.',
    reasons: {
      other_method: '{method} is not allowed here. Use {methods}.',
    },
  },
  email_taken: {
    status: 409,
    meaning: 'That email address already has an account.',
    remedy: 'Sign in with that email address.',
    reasons: {
      sign_up:
        'That email already has an account: sign in, or open the invitation that you were sent.',
      give_seat:
        '{email} already has an account, which may not belong to the person you mean. To give that account the seat, add --existing: this replaces its password and ends its sessions.',
    },
  },
  key_taken: {
    status: 409,
    meaning: 'That key is already in use in this workspace.',
    remedy: 'Choose another key, or leave it out to have one made.',
    reasons: {
      definition: 'The key "{key}" is in use in this workspace; choose another.',
      column: '{path}.key: the key "{key}" is in use here; choose another.',
      restored_column: 'Another column now has the key "{key}"; delete that column first.',
    },
  },
  name_taken: {
    status: 409,
    meaning: 'That name is already in use here.',
    remedy: 'Choose another name.',
    reasons: {
      view: 'body.name: a view called "{name}" exists here already; choose another name.',
      form: 'body.name: a form called "{name}" exists here already; choose another name.',
      column: '{path}.name: a column called "{name}" exists here already; choose another name.',
      restored_column: 'A column called "{name}" exists here; rename it first.',
      team: 'There is already a team "{name}"; choose another name.',
      channel: 'There is already a channel "{name}"; choose another name.',
      template: 'There is already a template "{name}"; choose another name.',
      slug: 'The slug "{slug}" is in use; choose another.',
    },
  },
  seat_exists: {
    status: 409,
    meaning: 'That person already has a seat here.',
    remedy: 'Change the existing seat.',
    reasons: {
      email: '{email} already has a seat here; change that seat instead.',
    },
  },
  last_owner: {
    status: 409,
    meaning: 'A workspace must have at least one owner.',
    remedy: 'Make somebody else an owner first.',
    reasons: {
      owner: 'This is the last owner: make another person an owner first.',
      owner_of:
        'You are the last owner of {workspaces}: make another person an owner there, or delete the workspace, first.',
    },
  },
  invitation_pending: {
    status: 409,
    meaning: 'The person has not accepted the invitation yet.',
    remedy: 'Wait until the person has accepted it, or remove the seat.',
    reasons: {
      not_accepted:
        'The person has not accepted the invitation yet: remove the seat to withdraw it, or invite again for a new link.',
    },
  },
  values_not_unique: {
    status: 409,
    meaning: 'Several rows have the same value, so the column cannot be unique.',
    remedy: 'Make the values differ first.',
    reasons: {
      twins: 'Several rows have the same value in {column}; make them differ first.',
    },
  },
  row_changed: {
    status: 409,
    meaning: 'Somebody else changed the row first. `current` is the row as it is now.',
    remedy: 'Look at `current`, and send the change again with its `version`.',
    reasons: {
      newer:
        'Somebody changed the row first: it is now at version {version}. Look at current, then send your change again with that version.',
      some_newer: '{path}: the row is now at version {version}; nothing was changed.',
    },
  },
  value_taken: {
    status: 409,
    meaning: 'A restored row’s unique value or own id is now used by another row.',
    remedy: 'Change the value in the other row first, or delete that row.',
  },
  cells_would_be_lost: {
    status: 409,
    meaning: 'Some cells cannot be converted to the new type and would be emptied.',
    remedy: 'Correct the cells that the preview shows, or send `confirmLoss: true`.',
    reasons: {
      lost: '{lost} of {filled} cells of {column} cannot become {type} and would be emptied; look at the preview, and send confirmLoss: true to continue.',
    },
  },
  import_running: {
    status: 409,
    meaning: 'The import is still running.',
    remedy: 'Wait until the run has a `finishedAt`.',
  },
  import_finished: {
    status: 409,
    meaning: 'The import has finished, so it cannot be cancelled.',
    remedy: 'Undo it instead, if its rows should go.',
  },
  already_undone: {
    status: 409,
    meaning: 'The import has already been undone.',
    remedy: 'There is nothing to do. `redo` puts the rows back.',
  },
  not_undone: {
    status: 409,
    meaning: 'The import has not been undone, so there is nothing to put back.',
    remedy: 'Undo the run first.',
    reasons: {
      cancelled: 'The import was cancelled. Import the file again.',
    },
  },
  parent_closed: {
    status: 409,
    meaning: 'The parent is closed, so it cannot have open children.',
    remedy: 'Reopen the parent first, or name another one.',
    reasons: {
      parent:
        'The parent {parent} is {status}, so it cannot have open children. Send another parentObligationId, or null.',
    },
  },
  already_started: {
    status: 409,
    meaning: 'Somebody has already started on it.',
    remedy: 'Submit or complete it.',
  },
  already_submitted: {
    status: 409,
    meaning: 'It has already been submitted.',
    remedy: 'Complete or reject it.',
  },
  not_submitted: {
    status: 409,
    meaning: 'It has not been submitted, so there is nothing to reject.',
    remedy: 'Wait until it is submitted.',
  },
  already_completed: {
    status: 409,
    meaning: 'It has already been completed.',
    remedy: 'There is nothing to do. An admin can reopen it.',
    reasons: {
      mostly_fixed:
        'Obligation {id} is {status}, so only its notes, description and detail can be changed.',
    },
  },
  already_waived: {
    status: 409,
    meaning: 'It has already been waived.',
    remedy: 'There is nothing to do. If it is owed after all, add a new obligation.',
    reasons: {
      mostly_fixed:
        'Obligation {id} is {status}, so only its notes, description and detail can be changed.',
    },
  },
  already_cancelled: {
    status: 409,
    meaning: 'It has already been cancelled.',
    remedy: 'There is nothing to do. If it is owed after all, add a new obligation.',
    reasons: {
      mostly_fixed:
        'Obligation {id} is {status}, so only its notes, description and detail can be changed.',
    },
  },
  not_completed: {
    status: 409,
    meaning: 'It is not completed, so there is nothing to reopen.',
    remedy: 'Reopen only completed obligations.',
  },
  document_required: {
    status: 409,
    meaning: 'It needs a document of the required type.',
    remedy: 'Send the `documentId` of a document whose type is `requiredDocumentType`.',
    reasons: {
      none: {
        is: 'A document of the type "{documentType}" is required; send the documentId of one.',
        people: {
          title: 'A document is missing',
          text: 'Add one of the type “{documentType}” above and try again.',
        },
      },
      other_type: {
        is: 'A document of the type "{documentType}" is required, but {document} has the type "{otherType}"; send the documentId of one.',
        people: {
          title: 'A document is missing',
          text: 'Add one of the type “{documentType}” above and try again.',
        },
      },
    },
  },
  children_open: {
    status: 409,
    meaning: 'Some of its children are still open.',
    remedy: 'Complete, waive or cancel its children first.',
    reasons: {
      children: 'Open below it: {children}. Complete, waive or cancel those first.',
    },
    people: {
      title: 'Parts are still open',
      text: 'Complete, waive or cancel the parts listed above, then complete this one.',
    },
  },
  over_allocated: {
    status: 409,
    meaning: 'The shares of the active splits would add up to more than the whole.',
    remedy: 'Lower this share, or lower another one first.',
    reasons: {
      too_much: {
        is: 'sharePpm: the active splits with the basis {basis} would have {sumPpm} ppm in all; send a share that keeps them at 1000000 or less.',
        people: {
          title: 'The splits would add up to more than 100%',
          text: 'Enter {leftPpm} or less, or reduce the other splits first.',
        },
      },
      nothing_left: {
        is: 'sharePpm: the active splits with the basis {basis} would have {sumPpm} ppm in all; send a share that keeps them at 1000000 or less.',
        people: {
          title: 'The splits would add up to more than 100%',
          text: 'The other splits take all of it. Reduce them first.',
        },
      },
    },
  },
  split_inactive: {
    status: 409,
    meaning: 'The split is retired.',
    remedy: 'Change its successor, or add a new split.',
    reasons: {
      change: 'The split is retired and cannot change; add a new one.',
      retire: 'The split has already been retired; add a new one.',
    },
    people: {
      title: 'This split was already retired',
      text: 'Close this dialog to see why, and who replaced it.',
    },
  },
  already_held: {
    status: 409,
    meaning: 'The split is already held.',
    remedy: 'To hold it for another reason, release it first.',
    reasons: {
      hold: 'The split is already held; release it before you hold it again.',
    },
    people: {
      title: 'This split is already held',
      text: 'Close this dialog to see why, and since when.',
    },
  },
  not_held: {
    status: 409,
    meaning: 'The split is not held.',
    remedy: 'There is nothing to release.',
    people: {
      title: 'This split was already released',
      text: 'Close this dialog to continue.',
    },
  },
  split_held: {
    status: 409,
    meaning: 'The split is held, so nothing can be paid out of it.',
    remedy: 'Release the split first.',
    reasons: {
      draw: 'The split is held, so nothing can be paid out of it; release it first.',
    },
  },
  insufficient_available: {
    status: 409,
    meaning: 'The amount is more than is available.',
    remedy: 'Draw at most `availability.availableMinor`.',
    reasons: {
      too_much: {
        is: 'amountMinor: {availableMinor} minor units of {currency} are available; draw no more than that.',
        people: {
          title: 'Only {availableMinor} is available',
          text: 'Enter that amount or less.',
        },
      },
      nothing_left: {
        is: 'amountMinor: {availableMinor} minor units of {currency} are available; draw no more than that.',
        people: {
          title: 'Nothing is available',
          text: 'You can draw again once more money has come in.',
        },
      },
    },
  },
  exceeds_collected: {
    status: 409,
    meaning: 'The amount is more than was collected and not yet clawed back.',
    remedy: 'Claw back at most the deal’s `collectedMinor` less its `clawedBackMinor`.',
    reasons: {
      too_much: {
        is: 'amountMinor: {amountMinor} is more than the {leftMinor} that is left of what was collected; send no more than that.',
        people: {
          title: 'That is more than can be clawed back',
          text: 'Enter {leftMinor} or less.',
        },
      },
      nothing_left: {
        is: 'amountMinor: {amountMinor} is more than the {leftMinor} that is left of what was collected; send no more than that.',
        people: {
          title: 'That is more than can be clawed back',
          text: 'Everything collected has already been clawed back.',
        },
      },
    },
  },
  parts_changed: {
    status: 409,
    meaning:
      'The amount would now be divided differently. Somebody changed the splits or posted something in the meantime.',
    remedy: 'Preview it again, and send the new `partsHash`, or none.',
    people: {
      title: 'The split has just changed',
      text: 'Somebody changed the splits or posted something. Check the new amounts, then record it again.',
    },
  },
  amount_too_large: {
    status: 409,
    meaning:
      'The sum would be larger than 2^53 − 1 minor units, the most that can be kept exactly.',
    remedy: 'Check the amount: it is in minor units.',
    reasons: {
      expected:
        'amountMinor: with {amountMinor} the deal would have more expected than can be kept exactly, {mostMinor}; send {leftMinor} or less.',
      collected:
        'amountMinor: with {amountMinor} the deal would have more collected than can be kept exactly, {mostMinor}; send {leftMinor} or less.',
    },
  },
  token_ended: {
    status: 409,
    meaning: 'The token was revoked or has expired.',
    remedy: 'Make a new token.',
  },
  key_ended: {
    status: 409,
    meaning: 'The key was revoked or has expired.',
    remedy: 'Create a new key.',
  },
  already_reversed: {
    status: 409,
    meaning: 'The entry has already been reversed.',
    remedy: 'There is nothing to take back. If the entry was right after all, post a new one.',
    people: {
      title: 'This entry was already reversed',
      text: 'The reversal is in the ledger.',
    },
  },
  not_reversible: {
    status: 409,
    meaning: 'Entries of this kind cannot be reversed.',
    remedy: 'Void a draw that is not paid. Post again what was reversed.',
    reasons: {
      kind: 'An entry of the kind {kind} cannot be reversed.',
    },
  },
  would_go_negative: {
    status: 409,
    meaning:
      'A split would have less collected than was clawed back from it. Reverse the clawback first.',
    remedy: 'Reverse the clawback first.',
    reasons: {
      house:
        'The house would have less collected than was clawed back from it; reverse the clawback first.',
      split:
        'Split {split} would have less collected than was clawed back from it; reverse the clawback first.',
    },
    people: {
      title: 'A clawback depends on this collection',
      text: 'Reversing it would leave someone with less than was clawed back from them. Reverse the clawback first.',
    },
  },
  already_paid: {
    status: 409,
    meaning: 'The draw has already been paid.',
    remedy: 'If it was not paid after all, reverse its entry `draw_paid` first.',
    reasons: {
      to_pay: 'It has already been paid; to take that back, reverse its entry draw_paid.',
      to_void: 'It has already been paid; reverse its entry draw_paid first, then void it.',
    },
    people: {
      title: 'This draw was already paid',
      text: 'To undo it, reverse the payment in the ledger.',
    },
  },
  already_voided: {
    status: 409,
    meaning: 'The draw has already been voided.',
    remedy: 'Request a new draw.',
    reasons: {
      draw: 'It has been voided; request a new draw.',
    },
    people: {
      title: 'This draw was already voided',
      text: 'To pay it after all, request a new draw.',
    },
  },
  version_changed: {
    status: 409,
    meaning: 'The current version, or its text, is a different one. Read it again.',
    remedy: 'Read the standing again, and sign its `version` and `documentHash`.',
    reasons: {
      other_version:
        'This is not what you read: the current version is {version}. Read the agreement again and send its version and documentHash.',
      other_text:
        'This is not what you read: its text has changed since. Read the agreement again and send its version and documentHash.',
    },
    people: {
      title: 'Not signed',
      text: 'A new version took effect, or the text changed, while you were reading. Read the current version, then sign it.',
    },
  },
  not_viewed: {
    status: 409,
    meaning: 'This account has not opened the current version yet.',
    remedy: 'Show it to the person, and POST `…/viewed`.',
    reasons: {
      version: 'You have not opened version {version} yet; read it and send POST …/viewed first.',
    },
    people: {
      title: 'Not signed',
      text: 'This version has not been opened yet. Open the current version, then sign.',
    },
  },
  already_signed: {
    status: 409,
    meaning: 'It has already been signed.',
    remedy: 'There is nothing left to sign.',
    reasons: {
      workspace: 'Version {version} has already been signed for this workspace.',
      person: 'You have already signed version {version}.',
    },
    people: {
      title: 'Not signed',
      text: 'It was already signed. Show the current version to see its status.',
    },
  },
  conversation_exists: {
    status: 409,
    meaning: 'The number already has a conversation.',
    remedy: 'Write to that conversation.',
    reasons: {
      address:
        '{address} already has a conversation; GET /v1/comms/conversations?address= finds it.',
    },
  },
  recipient_opted_out: {
    status: 409,
    meaning: 'The recipient has opted out of messages.',
    remedy:
      'Ask the person some other way. They can opt in again with START, or somebody can do it for them.',
    reasons: {
      address:
        '{address} has opted out of messages by {medium}; to opt it in again, use PUT /v1/comms/opt-outs.',
    },
    people: {
      text: 'They opted out of these messages. If they have opted in since, remove the opt-out under Settings, Opt-outs.',
    },
  },
  recipient_unwritable: {
    status: 409,
    meaning: 'Nothing can be sent to this address.',
    remedy: 'Write to another address of the person.',
    reasons: {
      is_a_name: {
        is: '{address} is a name that the sender of a text chose in place of a number; write to a number.',
        people: {
          text: '{address} is a name, not a number. Write to another number of theirs.',
        },
      },
      is_incomplete: {
        is: '{address} is an address that no email from here can reach; write to one such as name@example.com.',
        people: {
          text: 'No email from here can reach {address}. Write to another address of theirs.',
        },
      },
    },
  },
  not_cancelable: {
    status: 409,
    meaning: 'The message has already been sent, is being sent, or will not be sent.',
    remedy: 'It can no longer be cancelled.',
    reasons: {
      state: 'Only a pending message can be cancelled; this one is {state}.',
    },
  },
  not_retryable: {
    status: 409,
    meaning: 'Only a message that failed, was not delivered or is uncertain can be sent again.',
    remedy: 'Send a new message.',
    reasons: {
      status:
        'Only a message that failed, was not delivered or is uncertain can be sent again; this one is {status}.',
      retried: 'It has already been sent again; retry the new message instead.',
    },
  },
  nothing_to_accept: {
    status: 409,
    meaning: 'The receipt is not blocked, or what was blocked has been accepted or removed.',
    remedy: 'List the receipts again: `blocked` says what happened to it.',
  },
  inbound_domain_missing: {
    status: 409,
    meaning: 'The operator has not set a domain for email to boards and pages.',
    remedy: 'Ask the operator to set `INBOUND_DOMAIN`.',
  },
  webhook_disabled: {
    status: 409,
    meaning: 'The webhook is switched off, so nothing is sent to it.',
    remedy: 'Switch it on first: PATCH it with `enabled: true`.',
  },
  request_in_progress: {
    status: 409,
    meaning: 'A request with this Idempotency-Key is still running.',
    remedy: 'Send it again in a moment, with the same key.',
  },
  range_not_satisfiable: {
    status: 416,
    meaning: 'The file ends before the part that `Range` asks for.',
    remedy:
      'Ask for a part that begins within the file: `Content-Range` says how many bytes it has.',
    reasons: { range_past_end: 'The file has {size} bytes, and the range begins after them.' },
  },
  payload_too_large: {
    status: 413,
    meaning: 'The body is larger than this route takes.',
    remedy:
      'Send less at once: at most 1 MiB, 8 MiB when writing rows, 64 MiB for a file to import, and 25 MiB for other files unless the operator set `MAX_FILE_MB`.',
    reasons: {
      json_too_large: 'A JSON body can have up to 1 MiB.',
      file_too_large: 'The file is larger than {most} MiB, the most that can be uploaded here.',
      form_too_large: 'The form is larger than {most} MiB, files and all.',
      fields_too_large: 'The fields of the form are larger than {most} MiB together.',
      import_too_large: 'The file is larger than {most} MiB; cut it into several.',
      hook_too_large: 'Send at most {most} KiB, with a Content-Length header.',
      text_too_large: 'The form of a text can have at most 256 KiB.',
      email_too_large: 'The email is larger than {most} MiB.',
    },
  },
  unsupported_media_type: {
    status: 415,
    meaning: 'The body must be application/json.',
    remedy:
      'Send the header `Content-Type: application/json`, or send a file as `multipart/form-data`.',
    reasons: {
      not_json: 'The body must be JSON: send the header Content-Type: application/json.',
      no_form: 'This route takes JSON, not multipart/form-data.',
      form_only: 'Send the file as multipart/form-data.',
      no_type: 'The header Content-Type is missing; send {types}.',
      other_type: '{type} is not accepted here; send {types}.',
      channel: 'This channel takes {type}.',
      compressed: 'The body is compressed ({coding}); send it as it is, without Content-Encoding.',
    },
  },
  idempotency_key_reused: {
    status: 422,
    meaning: 'This Idempotency-Key was used with a different request.',
    remedy: 'Use a new key for a new request.',
    reasons: {
      answer_unreadable:
        'The answer kept under this Idempotency-Key can no longer be read (SECRET_KEY was changed); use a new key.',
    },
  },
  rate_limited: {
    status: 429,
    meaning: 'Too many requests. Wait as many seconds as Retry-After says.',
    remedy: 'Wait as many seconds as `Retry-After` says, then send it again.',
    reasons: {
      failed_attempts: 'Too many failed attempts; try again in {minutes} minutes.',
      failed_attempts_one_minute: 'Too many failed attempts; try again in a minute.',
      streams_of_token:
        'The token has {open} streams open; close one, or listen to the whole workspace in one.',
      streams_of_seat:
        'Your seat has {open} streams open; close one, or listen to the whole workspace in one.',
      key_rate: 'over {limit} requests a minute; wait {seconds} seconds and send it again',
      names_rate:
        'over {limit} names of rows and people a minute, for a key that cannot read; wait {seconds} seconds and send it again',
    },
  },
  internal: {
    status: 500,
    meaning: 'This is our fault. The log has the request id.',
    remedy:
      'Give the answer’s `X-Request-Id` to the operator, who can find the request in the log.',
    reasons: {
      logged: 'Something went wrong on our side; the log has it as {request}.',
    },
  },
  overloaded: {
    status: 503,
    meaning: 'The service is too busy or is restarting. Wait as many seconds as Retry-After says.',
    remedy:
      'Wait as many seconds as `Retry-After` says, then send it again, with the same `Idempotency-Key` if it had one.',
    reasons: {
      database_silent: 'The database does not answer yet.',
      disk_full:
        'A disk of the service is full. Its operator has to make room; try again in 30 seconds.',
      disk_unwritable:
        'The service cannot write to its disk. Its operator has to check that disk; try again in 30 seconds.',
      too_slow: 'It took the database more than 25 seconds, so it was stopped.',
      list_too_slow:
        'The list took more than 25 seconds to read, so it was stopped. If an index makes it quicker, it is being made now: try again in a minute, or narrow the list.',
      file_store_silent: 'The file store does not answer.',
      too_many_exports: 'Too many exports are running.',
      too_many_files: 'Too many files are being read right now; try again in 10 seconds.',
      too_many_workbooks: 'Too many workbooks are being read right now; try again in 10 seconds.',
      too_much_email: 'Too much email is coming in right now.',
      too_many_signins: 'Too many people are signing in right now; try again in 2 seconds.',
    },
  },
} as const satisfies Record<string, Kind>

interface Kind {
  status: number
  meaning: string
  remedy: string
  /** For each reason, the sentence of the answer. Names in braces are values: `{scope}`. */
  reasons?: Record<string, Sentence>
  /** What the app says, if the answer is meant for programs. It names no values. */
  people?: Words
}

type Sentence = string | { is: string; people: Words }

/** What the app says instead of an answer. Names in braces are values of the reason. */
export interface Words {
  title?: string
  text: string
}

export type RefusalCode = keyof typeof refusals

type Reasons<C extends RefusalCode> = (typeof refusals)[C] extends { reasons: infer R }
  ? R
  : Record<never, never>

/** The reasons that an answer with the code can have. */
export type RefusalReason<C extends RefusalCode> = C extends C ? keyof Reasons<C> & string : never

/** The values that the sentence of a reason names. */
export type RefusalValues<C extends RefusalCode, R extends string> = C extends C
  ? ValuesOf<Reasons<C>[R & keyof Reasons<C>]>
  : never

export const statusOf = (code: RefusalCode): number => refusals[code].status

/** What an answer says: the sentence of its reason, or else what its code means. */
export function refusalText(code: RefusalCode, reason?: string, values: Values = {}): string {
  const { meaning, reasons = {} }: Kind = refusals[code]
  if (reason === undefined) return meaning
  const sentence = reasons[reason]!
  return filled(typeof sentence === 'string' ? sentence : sentence.is, values)
}

/** What the app says for it. `undefined` if the words of the answer are for everybody, or are not known here. */
export function wordsForPeople(code: string, reason: string, values: Values): Words | undefined {
  const { reasons = {}, people }: Partial<Kind> =
    (Object.hasOwn(refusals, code) && refusals[code as RefusalCode]) || {}
  const sentence = Object.hasOwn(reasons, reason) ? reasons[reason] : undefined
  const words = typeof sentence === 'object' ? sentence.people : people
  if (!words) return undefined
  const { title, text } = words
  return {
    ...(title !== undefined && { title: filled(title, values) }),
    text: filled(text, values),
  }
}
