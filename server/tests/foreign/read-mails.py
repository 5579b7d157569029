"""Reads emails as Python's email does. Takes a list of files as JSON, and writes what each holds, a line for each."""

import email
import email.header
import email.policy
import email.utils
import hashlib
import json
import sys


def words(value):
    if value is None:
        return ''
    try:
        return str(email.header.make_header(email.header.decode_header(value)))
    except (LookupError, UnicodeError, email.errors.HeaderParseError):
        return str(value)


def name_of(part):
    name = part.get_filename()
    return None if name is None else words(email.utils.collapse_rfc2231_value(name))


def bytes_of(part):
    if part.get_content_maintype() == 'message' and part.is_multipart():
        return part.get_payload(0).as_bytes(policy=email.policy.compat32.clone(linesep='\r\n'))
    return part.get_payload(decode=True) or b''


def leaves(part):
    if part.is_multipart() and part.get_content_maintype() != 'message':
        for one in part.get_payload():
            yield from leaves(one)
    else:
        yield part


def text_of(part):
    charset = part.get_content_charset('utf-8')
    try:
        return bytes_of(part).decode(charset, 'replace')
    except LookupError:
        return bytes_of(part).decode('latin-1')


def read(path):
    with open(path, 'rb') as file:
        message = email.message_from_bytes(file.read(), policy=email.policy.compat32)
    texts, html, files = [], [], []
    for part in leaves(message):
        kind = part.get_content_type()
        is_file = part.get_content_disposition() == 'attachment' or part.get_filename() is not None
        if kind == 'text/plain' and not is_file:
            texts.append(text_of(part))
        elif kind == 'text/html' and not is_file:
            html.append(text_of(part))
        else:
            content = bytes_of(part)
            digest = hashlib.sha256(content).hexdigest()
            files.append({'name': name_of(part), 'size': len(content), 'hash': digest, 'type': kind})
    unfolded = ' '.join(str(message.get('From', '')).split())
    name, address = email.utils.parseaddr(unfolded)
    subject = ' '.join(words(message.get('Subject')).split())
    return {
        'subject': subject,
        'name': words(name),
        'address': address,
        'texts': texts,
        'html': html,
        'files': files,
    }


for one in json.load(sys.stdin):
    print(json.dumps(read(one)))
